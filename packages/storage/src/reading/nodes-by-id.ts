import { batchesOf, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '../graph.ts';

/** So many ids are asked for at once: a store's statements have a limit. */
const idsAtOnce = 200;

/** The nodes of any number of ids, as far as they are there, whatever their status, in the order of the ids. */
export async function nodesById(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GraphNode>> {
  const nodes = new Map<string, GraphNode>();
  for (const some of batchesOf(ids, idsAtOnce)) for (const node of await graph.get(scope, some)) nodes.set(node.id, node);
  return nodes;
}

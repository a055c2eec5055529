import { idsNamedBy, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { readNodes } from './compaction/read-nodes.ts';
import { isShown } from './domain/nodes/node-message.ts';

/** The nodes that callers name, each by the text that names it: its id, its bare UUID, or a conversation's own name. What is not there is not among them. */
export async function namedNodes(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  names: readonly string[],
): Promise<ReadonlyMap<string, GraphNode>> {
  const candidates = names.map((name) => [name, idsNamedBy(name)] as const);
  const nodes = await readNodes([...new Set(candidates.flatMap(([, ids]) => ids))], { graph, scope });
  const named = candidates.flatMap(([name, ids]) => {
    const found = ids.flatMap((id) => nodes.get(id) ?? []);
    const node = found.find(isShown) ?? found[0];
    return node === undefined ? [] : [[name, node] as const];
  });
  return new Map(named);
}

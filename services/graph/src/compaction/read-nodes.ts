import { batchesOf, type Scope } from '@agent-mem/contract';
import { ownTurn } from '@agent-mem/runtime';
import type { Graph, GraphNode } from '@agent-mem/storage';

/** The nodes of a compaction by their ids; what is gone is not among them. */
export type ReadNodes = ReadonlyMap<string, GraphNode>;

/** What is read in one turn: a few milliseconds of an embedded file. */
const atOnce = 100;

/** Reads them as they are now. An embedded file gives others a turn in between; a server reads all parts at the same time. */
export async function readNodes(
  ids: readonly string[],
  { graph, scope }: { readonly graph: Pick<Graph, 'get'>; readonly scope: Scope },
): Promise<ReadNodes> {
  const reads: Promise<readonly GraphNode[]>[] = [];
  for (const some of batchesOf(ids, atOnce)) {
    if (reads.length > 0) await ownTurn();
    const read = graph.get(scope, some);
    // One that fails before all are asked for is thrown below.
    read.catch(() => undefined);
    reads.push(read);
  }
  return new Map((await Promise.all(reads)).flat().map((node) => [node.id, node]));
}

/** The first that is not as it was read, which `versions` says in the order of the ids; `null`: all are. */
export function changedNode(ids: readonly string[], nodes: ReadNodes, versions: readonly number[]): string | null {
  return ids.find((id, index) => nodes.get(id)?.version !== versions[index]) ?? null;
}

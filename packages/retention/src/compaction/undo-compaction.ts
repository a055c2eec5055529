import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode, NodeWrite } from '@agent-mem/storage';
import { deletedNode } from '../deleted-node.ts';
import { reclaimedUniqueKeys } from '../unique-keys-of-holders.ts';
import { isCompacted, storedCompaction, summaryFor, unarchivedNode } from './compaction.ts';

/** Most ids of one read. */
const atOnce = 500;

/** What undoes a compaction: all of it, in one commit. */
export interface Undoing {
  /** The summaries that go, the one that was asked for first. */
  readonly summaries: readonly GraphNode[];
  /** What is active again. */
  readonly originals: readonly GraphNode[];
  readonly nodes: readonly NodeWrite[];
}

/**
 * Brings back what a summary stands for; the summary is deleted, and so is each summary that stands for it in its turn. Nothing is written yet.
 * `now`: ISO 8601, UTC.
 */
export async function planUndo(
  graph: Pick<Graph, 'get' | 'find' | 'neighbours'>,
  scope: Scope,
  summary: GraphNode,
  now: string,
): Promise<Undoing> {
  const summaries = [summary];
  for (let outer = await summaryFor(graph, scope, summary); outer; outer = await summaryFor(graph, scope, outer))
    summaries.push(outer);
  const isGoing = new Set(summaries.map(({ id }) => id));
  const ids = summaries.flatMap((each) => storedCompaction.read(each.properties).original_node_ids);
  const originals: GraphNode[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    originals.push(
      ...(await graph.get(scope, ids.slice(from, from + atOnce))).filter((node) => !isGoing.has(node.id) && isCompacted(node)),
    );
  const nodes = [
    ...summaries.map((each) => deletedNode({ ...each, dueAt: null }, now)),
    ...originals.map((node) => unarchivedNode(node, now)),
    ...(await reclaimedUniqueKeys(graph, scope, originals, now)),
  ];
  return { summaries, originals, nodes };
}

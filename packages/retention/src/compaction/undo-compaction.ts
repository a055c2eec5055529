import { batchesOf, type Scope } from '@agent-mem/contract';
import { edgeIdOf, type Graph, type GraphNode, type NodeWrite } from '@agent-mem/storage';
import { deletedNode } from '../deleted-node.ts';
import { reclaimedUniqueKeys } from '../unique-keys-of-holders.ts';
import { givenUpUniqueKeys, isCompacted, storedCompaction, summarizedBy, summaryFor, unarchivedNode } from './compaction.ts';

/** Most ids of one read. */
const atOnce = 500;

/** What undoes a compaction: all of it, in one commit. */
export interface Undoing {
  /** The summaries that go, the one that was asked for first. */
  readonly summaries: readonly GraphNode[];
  /** What is active again: what was stored anew meanwhile is deleted, and the newer one stands. */
  readonly originals: readonly GraphNode[];
  readonly nodes: readonly NodeWrite[];
}

/**
 * Brings back what a summary stands for; the summary is deleted, and so is each summary that stands for it in its turn. Nothing is written yet.
 * `now`: ISO 8601, UTC.
 */
export async function planUndo(
  graph: Pick<Graph, 'get' | 'edges' | 'find' | 'neighbours'>,
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
  for (const some of batchesOf(ids, atOnce))
    originals.push(...(await graph.get(scope, some)).filter((node) => !isGoing.has(node.id) && isCompacted(node)));
  const { writes, late } = await reclaimedUniqueKeys(graph, scope, originals, await givenUpBy(graph, scope, summaries), now);
  const gone = [...summaries, ...originals.filter(({ id }) => late.has(id))];
  const again = originals.filter(({ id }) => !late.has(id));
  const nodes = [
    ...gone.map((each) => deletedNode({ ...each, dueAt: null }, now)),
    ...again.map((node) => unarchivedNode(node, now)),
    ...writes,
  ];
  return { summaries, originals: again, nodes };
}

/** The unique keys that what these summaries stand for gave up, by node, as far as that was noted. */
async function givenUpBy(
  graph: Pick<Graph, 'edges'>,
  scope: Scope,
  summaries: readonly GraphNode[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = summaries.flatMap(({ id, properties }) =>
    storedCompaction.read(properties).original_node_ids.map((original) => edgeIdOf(summarizedBy, original, id)),
  );
  const givenUp = new Map<string, readonly string[]>();
  for (const some of batchesOf(ids, atOnce))
    for (const edge of await graph.edges(scope, some)) {
      const uniqueKeys = givenUpUniqueKeys(edge);
      if (uniqueKeys) givenUp.set(edge.from, uniqueKeys);
    }
  return givenUp;
}

import { batchesOf, DamagedData, type Scope } from '@agent-mem/contract';
import { compactedKinds, isCompacted, storedCompaction, summarizedBy } from '@agent-mem/retention';
import type { Ports } from '@agent-mem/runtime';
import { allPages, everyStatus, type GraphNode, type NodeQuery } from '@agent-mem/storage';
import type { Disagreement } from './disagreement.ts';

type Graph = Pick<Ports['graph'], 'find' | 'get' | 'edgesAround' | 'looseEdges'>;

const pageSize = 200;
/** From or to a conversation that may come later, or never: who imports a branch need not import what it branched from. */
const awaiting: ReadonlySet<string> = new Set(['HAS_BRANCH', 'MERGED_INTO', 'SHOWN_IN']);

/**
 * Finds what a compaction archived and has not exactly one summary, summaries that stand for what is not archived in their name, and edges that lead to no
 * node of the scope. Where it meets a damaged record it looks no further: the record is named by itself.
 */
export async function* graphDisagreements(scope: Scope, { graph }: { readonly graph: Graph }): AsyncIterable<Disagreement> {
  const archived = { kinds: compactedKinds, statuses: ['ARCHIVED'], where: { archived_by: 'compaction' } } as const;
  for await (const nodes of pagesOf(scope, archived, graph)) {
    const summaries = await summariesOf(scope, nodes, graph);
    for (const { id } of nodes) if (summaries.get(id)?.length !== 1) yield { scope, problem: 'summary-missing', id };
  }
  for await (const nodes of pagesOf(scope, { kinds: ['Summary'], statuses: ['ACTIVE', 'ARCHIVED'] }, graph)) {
    for (const summary of nodes)
      if (!(await isWhole(scope, summary, graph))) yield { scope, problem: 'original-missing', id: summary.id };
  }
  for await (const { id, kind } of graph.looseEdges(scope)) if (!awaiting.has(kind)) yield { scope, problem: 'edge-loose', id };
}

async function isWhole(scope: Scope, summary: GraphNode, graph: Graph): Promise<boolean> {
  const ids = storedCompaction.read(summary.properties).original_node_ids;
  const originals = await graph.get(scope, ids);
  const summaries = await summariesOf(scope, originals, graph);
  const isNamed = (node: GraphNode) => isCompacted(node) && summaries.get(node.id)?.includes(summary.id);
  if (originals.length !== ids.length || !originals.every(isNamed)) return false;
  const edges = await graph.edgesAround(scope, [summary.id], {
    ...{ kinds: [summarizedBy], direction: 'in', statuses: everyStatus, limit: 10_000 },
  });
  const named = new Set(ids);
  return edges.every(({ from }) => named.has(from));
}

/** By the id of a node: the summaries in use that stand for it. */
async function summariesOf(
  scope: Scope,
  nodes: readonly GraphNode[],
  graph: Graph,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const some of batchesOf(nodes, pageSize)) {
    const ids = some.map(({ id }) => id);
    const edges = await graph.edgesAround(scope, ids, {
      ...{ kinds: [summarizedBy], direction: 'out', statuses: ['ACTIVE', 'ARCHIVED'], limit: 10_000 },
    });
    for (const edge of edges) found.set(edge.from, [...(found.get(edge.from) ?? []), edge.to]);
  }
  return found;
}

async function* pagesOf(
  scope: Scope,
  query: Pick<NodeQuery, 'kinds' | 'statuses' | 'where'>,
  graph: Graph,
): AsyncIterable<readonly GraphNode[]> {
  try {
    yield* allPages((cursor) => graph.find(scope, { ...query, order: 'createdAt', limit: pageSize, cursor }));
  } catch (error) {
    if (!(error instanceof DamagedData)) throw error;
  }
}

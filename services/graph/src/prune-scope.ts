import type { Pruned, Scope } from '@agent-mem/contract';
import { retireNodes, uniqueKeysByHolder, usesOf } from '@agent-mem/retention';
import type { Graph, GraphNode, KeyValue, NodeKind, SearchIndex } from '@agent-mem/storage';
import { relevance } from './domain/relevance.ts';
import { pagesOf } from './pages-of.ts';

/** What pruning needs. */
export interface PruneContext {
  readonly graph: Pick<Graph, 'commit' | 'get' | 'find' | 'count'>;
  readonly searchIndex: Pick<SearchIndex, 'delete'>;
  readonly keyValue: KeyValue;
  readonly clock: { now(): number };
}

/** Which memories of a scope, and how many of them stay. */
export interface PruneWish {
  readonly kind: Extract<NodeKind, 'Fact' | 'Episode'>;
  /** `null`: all. */
  readonly keep: number | null;
  readonly isDryRun: boolean;
}

/** What was archived, or would be, the least relevant first, and how many stay. */
export interface PruneReport {
  readonly pruned: readonly Pruned[];
  readonly kept: number;
  /** More of them are to go, since its time was over. */
  readonly left: number;
}

/** Archived in one turn of a store whose commits take turns. */
const batch = 16;

/**
 * Archives the least relevant active memories of a kind until so many are left: they stay stored, are no longer found, and can be restored. Once its time is
 * over it archives a few and stops.
 */
export async function pruneScope(
  context: PruneContext,
  scope: Scope,
  wish: PruneWish,
  isOver: () => boolean = () => false,
): Promise<PruneReport> {
  const { graph, keyValue, clock } = context;
  const { kind, keep, isDryRun } = wish;
  const count = await graph.count(scope, { kinds: [kind] });
  if (keep === null || count <= keep) return { pruned: [], kept: count, left: 0 };

  const uses = await usesOf(keyValue, scope, clock.now());
  const found: Pruned[] = [];
  for await (const nodes of pagesOf(graph, scope, { kinds: [kind] })) {
    for (const { id, weight, createdAt } of nodes) {
      const ageMs = clock.now() - Date.parse(createdAt);
      found.push({ id, kind, relevance: relevance({ weight, uses: uses(id), ageMs }) });
    }
  }
  found.sort((a, b) => a.relevance - b.relevance || (a.id < b.id ? -1 : 1));
  const meant = found.slice(0, Math.max(0, found.length - keep));
  if (isDryRun) return { pruned: meant, kept: found.length - meant.length, left: 0 };
  const { archived, left } = await archive(context, scope, meant, isOver);
  const pruned = meant.filter(({ id }) => archived.has(id));
  return { pruned, kept: found.length - pruned.length, left };
}

async function archive(context: PruneContext, scope: Scope, meant: readonly Pruned[], isOver: () => boolean) {
  const { graph, searchIndex, clock } = context;
  const uniqueKeys = await uniqueKeysByHolder(graph, scope, new Set(meant.map(({ id }) => id)), 'ACTIVE');
  const archived = new Set<string>();
  let start = 0;
  do {
    const ids = meant.slice(start, start + batch).map(({ id }) => id);
    const nodes = (await graph.get(scope, ids)).filter(({ status }) => status === 'ACTIVE');
    const how = {
      status: 'ARCHIVED',
      record: 'archived',
      now: new Date(clock.now()).toISOString(),
      uniqueKeyIdsOf: (node: GraphNode) => (uniqueKeys.get(node.id) ?? []).map(({ id }) => id),
    } as const;
    // At once, so that a store whose commits take turns has one turn for all of them.
    const taken = (await Promise.all(nodes.map((node) => retireNodes(graph, scope, [node], how)))).flat();
    // Its own service takes it out too, as soon as it sees that it has changed; so it is at once.
    await searchIndex.delete(
      scope,
      taken.map(({ id, version }) => ({ id, version: version + 1 })),
    );
    for (const { id } of taken) archived.add(id);
    start += batch;
  } while (start < meant.length && !isOver());
  return { archived, left: Math.max(0, meant.length - start) };
}

import type { Pruned, Scope } from '@agent-mem/contract';
import { retireNodes, storedUniqueKey, usesOf } from '@agent-mem/retention';
import type { Graph, GraphNode, KeyValue, NodeKind, SearchIndex } from '@agent-mem/storage';
import { relevance } from './domain/relevance.ts';

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
}

const pageSize = 1_000;
const batch = 200;

/** Archives the least relevant active memories of a kind until so many are left: they stay stored, are no longer found, and can be restored. */
export async function pruneScope(context: PruneContext, scope: Scope, wish: PruneWish): Promise<PruneReport> {
  const { graph, keyValue, clock } = context;
  const { kind, keep, isDryRun } = wish;
  const count = await graph.count(scope, { kinds: [kind] });
  if (keep === null || count <= keep) return { pruned: [], kept: count };

  const uses = await usesOf(keyValue, scope, clock.now());
  const found: Pruned[] = [];
  for await (const nodes of pages(context, scope, kind)) {
    for (const { id, weight, createdAt } of nodes) {
      const ageMs = clock.now() - Date.parse(createdAt);
      found.push({ id, kind, relevance: relevance({ weight, uses: uses(id), ageMs }) });
    }
  }
  found.sort((a, b) => a.relevance - b.relevance || (a.id < b.id ? -1 : 1));
  const meant = found.slice(0, Math.max(0, found.length - keep));
  if (isDryRun) return { pruned: meant, kept: found.length - meant.length };
  const archived = await archive(context, scope, meant);
  const pruned = meant.filter(({ id }) => archived.has(id));
  return { pruned, kept: found.length - pruned.length };
}

async function archive(context: PruneContext, scope: Scope, meant: readonly Pruned[]): Promise<ReadonlySet<string>> {
  const { graph, searchIndex, clock } = context;
  const uniqueKeys = await uniqueKeysByHolder(context, scope);
  const archived = new Set<string>();
  for (let start = 0; start < meant.length; start += batch) {
    const ids = meant.slice(start, start + batch).map(({ id }) => id);
    const nodes = (await graph.get(scope, ids)).filter(({ status }) => status === 'ACTIVE');
    const how = {
      status: 'ARCHIVED',
      record: 'archived',
      uniqueKeyIdsOf: (node: GraphNode) => uniqueKeys.get(node.id) ?? [],
    } as const;
    const taken = await retireNodes(graph, scope, nodes, how, new Date(clock.now()).toISOString());
    // Its own service takes it out too, as soon as it sees that it has changed; so it is at once.
    await searchIndex.delete(
      scope,
      taken.map(({ id, version }) => ({ id, version: version + 1 })),
    );
    for (const { id } of taken) archived.add(id);
  }
  return archived;
}

/** Unique keys lead to their holders, and nothing leads back: read once, for all that are archived. */
async function uniqueKeysByHolder(context: PruneContext, scope: Scope): Promise<ReadonlyMap<string, readonly string[]>> {
  const uniqueKeys = new Map<string, string[]>();
  for await (const nodes of pages(context, scope, 'Guard')) {
    for (const { id, properties } of nodes) {
      const { holder } = storedUniqueKey.read(properties);
      if (holder) uniqueKeys.set(holder, [...(uniqueKeys.get(holder) ?? []), id]);
    }
  }
  return uniqueKeys;
}

async function* pages({ graph }: PruneContext, scope: Scope, kind: NodeKind): AsyncIterable<readonly GraphNode[]> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof graph.find>> = await graph.find(scope, {
      kinds: [kind],
      order: 'createdAt',
      limit: pageSize,
      cursor,
    });
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

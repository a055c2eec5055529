import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import { allPages, type Graph, type GraphNode, type NodeWrite, nodesById, type Status } from '@agent-mem/storage';
import { claimUniqueKey, storedUniqueKey, uniqueKeyHolder } from './unique-key.ts';

/** So many are read in one turn of the event loop. */
const pageSize = 100;

/** The unique keys that these nodes hold, by holder. */
export function heldUniqueKeys(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  nodes: readonly GraphNode[],
): Promise<ReadonlyMap<string, readonly GraphNode[]>> {
  return uniqueKeysByHolder(graph, scope, holdersAmong(nodes), 'ACTIVE');
}

/** What giving nodes their unique keys back comes to. */
export interface Reclaimed {
  readonly writes: readonly NodeWrite[];
  /** Nodes of which another has a unique key by now: it was stored anew. */
  readonly late: ReadonlySet<string>;
}

/**
 * Gives nodes back the unique keys that they gave up; of two that gave up the same, the newer gets it.
 *
 * @param givenUp the ids by node. Of a node that is not in it they are found as far as nobody has taken them since.
 * @param now ISO 8601, UTC.
 */
export async function reclaimedUniqueKeys(
  graph: Pick<Graph, 'find' | 'get'>,
  scope: Scope,
  nodes: readonly GraphNode[],
  givenUp: ReadonlyMap<string, readonly string[]>,
  now: string,
): Promise<Reclaimed> {
  const holders = holdersAmong(nodes);
  const unknown = new Set([...holders].filter((id) => !givenUp.has(id)));
  const found = await uniqueKeysByHolder(graph, scope, unknown, 'DELETED');
  const idsOf = (id: string) => givenUp.get(id) ?? found.get(id)?.map((key) => key.id) ?? [];
  const stored = await nodesById(graph, scope, [...new Set([...holders].flatMap(idsOf))]);
  const claims = new Map<string, NodeWrite>();
  const late = new Set<string>();
  for (const { id } of nodes.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))) {
    const own = idsOf(id);
    const isTaken = (key: string) => claims.has(key) || ![null, id].includes(uniqueKeyHolder(stored.get(key)));
    if (own.some(isTaken)) late.add(id);
    else for (const key of own) claims.set(key, claimUniqueKey(key, stored.get(key), id, now));
  }
  return { writes: [...claims.values()], late };
}

/** Nodes of other kinds hold none. */
function holdersAmong(nodes: readonly GraphNode[]): ReadonlySet<string> {
  return new Set(nodes.filter(({ kind }) => kind === 'Fact' || kind === 'Episode').map(({ id }) => id));
}

/** Unique keys lead to their holders, and nothing leads back: all of a scope are read once, if there is a holder. */
export async function uniqueKeysByHolder(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  holders: ReadonlySet<string>,
  status: Extract<Status, 'ACTIVE' | 'DELETED'>,
): Promise<ReadonlyMap<string, readonly GraphNode[]>> {
  const found = new Map<string, GraphNode[]>();
  if (holders.size === 0) return found;
  const query = { kinds: ['Guard'], statuses: [status], order: 'createdAt', limit: pageSize } as const;
  for await (const keys of allPages((cursor) => graph.find(scope, { ...query, cursor }))) {
    for (const key of keys) {
      const { holder } = storedUniqueKey.read(key.properties);
      if (holders.has(holder)) found.set(holder, [...(found.get(holder) ?? []), key]);
    }
    await nextTurn();
  }
  return found;
}

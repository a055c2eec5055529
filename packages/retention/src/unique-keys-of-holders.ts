import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import { allPages, type Graph, type GraphNode, type NodeWrite, type Status } from '@agent-mem/storage';
import { claimUniqueKey, releaseUniqueKey, storedUniqueKey } from './unique-key.ts';

/** So many are read in one turn of the event loop. */
const pageSize = 100;

/** Writes that let go the unique keys which these nodes hold, so that the same things can be stored anew. `now`: ISO 8601, UTC. */
export async function releasedUniqueKeys(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  nodes: readonly GraphNode[],
  now: string,
): Promise<readonly NodeWrite[]> {
  const keys = await uniqueKeysByHolder(graph, scope, holdersAmong(nodes), 'ACTIVE');
  return [...keys.values()].flat().map((key) => releaseUniqueKey(key, now));
}

/** Writes that give them back, as far as nobody has taken them. */
export async function reclaimedUniqueKeys(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  nodes: readonly GraphNode[],
  now: string,
): Promise<readonly NodeWrite[]> {
  const keys = await uniqueKeysByHolder(graph, scope, holdersAmong(nodes), 'DELETED');
  return [...keys].flatMap(([holder, held]) => held.map((key) => claimUniqueKey(key.id, key, holder, now)));
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

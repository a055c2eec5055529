import { OperationError, type Scope, scopeKey } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import { createKeyChain, type KeyChain } from '@agent-mem/runtime';
import { type Change, type Graph, type NodeKind, type NodeWrite, nodesById, type Status } from '@agent-mem/storage';
import type { CommitLimits } from './commit-limits.ts';

/** The most of a kind that a scope may hold. */
export interface Quota {
  readonly kind: NodeKind;
  /** The variable that says how many; 0: any number. */
  readonly variable: string;
}

/** A quota with its figure. */
interface SetQuota extends Quota {
  readonly most: number;
}

/** A write that would have gone over a quota. It is not to be tried again: somebody has to make room. */
export class QuotaExceeded extends OperationError {
  readonly kind: NodeKind;
  /** How many more would have fitted. */
  readonly room: number;

  constructor({ kind, variable, most }: SetQuota, held: number, scope: Scope) {
    const whose = `${scope.workspace}/${scope.user}/${scope.collection}`;
    const message = `${variable}: ${whose} holds ${held} of at most ${most} (${kind}); delete, prune or purge some first`;
    super('resource-exhausted', message, { retryable: false });
    this.kind = kind;
    this.room = Math.max(0, most - held);
  }
}

const counted: readonly Status[] = ['ACTIVE', 'QUARANTINED'];
/** So far below the limit writers need not meet: more than ever are between counting and committing at once. */
const roomForAll = 1_000;

/** A service as far as its quotas are concerned. */
export interface WithQuotas {
  readonly quotas?: readonly Quota[];
}

/** Writers of one Graph in this process take turns. The Graph's versions keep those of other processes apart. */
const turnsOf = new WeakMap<Pick<Graph, 'commit'>, KeyChain>();

/** How the commits of a service keep within the quotas that are set; nothing where none is. */
export function quotasFor(
  { quotas = [] }: WithQuotas,
  { config, graph, clock }: Pick<Ports, 'graph' | 'clock'> & { readonly config: unknown },
): Pick<CommitLimits, 'withinQuotas'> {
  const figures = config as Readonly<Record<string, unknown>>;
  const set = quotas.flatMap((quota) => {
    const most = figures[quota.variable];
    return typeof most === 'number' && most > 0 ? [{ ...quota, most }] : [];
  });
  if (set.length === 0) return {};
  return {
    async withinQuotas(scope, change, commit) {
      const locks = () => quotaLocks(graph, scope, set, change, new Date(clock.now()).toISOString());
      if ((await locks()).length === 0) return commit([]);
      // Those of this process take turns, so that they need not find out by conflicts.
      const turns = turnsOf.get(graph) ?? createKeyChain();
      turnsOf.set(graph, turns);
      return turns.run(scopeKey(scope), async () => commit(await locks()));
    },
  };
}

/**
 * What a change has to write beside its nodes so that no two changes together go over a quota: near the limit all writers of a scope write one
 * unique key at the version they counted at, and the second one counts again. Throws `QuotaExceeded`.
 *
 * @param now ISO 8601, UTC.
 */
async function quotaLocks(
  graph: Pick<Graph, 'get' | 'count'>,
  scope: Scope,
  quotas: readonly SetQuota[],
  { nodes = [] }: Pick<Change, 'nodes'>,
  now: string,
): Promise<readonly NodeWrite[]> {
  const locks: NodeWrite[] = [];
  for (const quota of quotas) {
    const added = await addedOf(graph, scope, quota.kind, nodes);
    if (added <= 0) continue;
    const id = `quota:${quota.kind}`;
    // The unique key is read first: every later commit changes it.
    const [lock] = await graph.get(scope, [id]);
    const held = await graph.count(scope, { kinds: [quota.kind], statuses: counted });
    if (held + added > quota.most) throw new QuotaExceeded(quota, held, scope);
    if (held + added + roomForAll <= quota.most) continue;
    const createdAt = lock?.createdAt ?? now;
    locks.push({ id, kind: 'Guard', createdAt, updatedAt: now, properties: {}, expectedVersion: lock?.version ?? 0 });
  }
  return locks;
}

/** How many more nodes of a kind count after a change than before it; 0 or less where it makes and restores none. */
async function addedOf(graph: Pick<Graph, 'get'>, scope: Scope, kind: NodeKind, nodes: readonly NodeWrite[]): Promise<number> {
  const own = nodes.filter((node) => node.kind === kind);
  const after = own.filter(({ status = 'ACTIVE' }) => counted.includes(status));
  if (!after.some(({ expectedVersion, record }) => expectedVersion === 0 || record === 'restored')) return 0;
  const there = own.flatMap(({ id, expectedVersion }) => (expectedVersion === 0 ? [] : [id]));
  const before = there.length > 0 ? [...(await nodesById(graph, scope, there)).values()] : [];
  return after.length - before.filter(({ status }) => counted.includes(status)).length;
}

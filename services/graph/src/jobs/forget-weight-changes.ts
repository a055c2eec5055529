import { randomUUID } from 'node:crypto';
import { dayMs, type Scope } from '@agent-mem/contract';
import { isUserScope } from '@agent-mem/policy';
import { takeLease } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { NodeKind } from '@agent-mem/storage';
import type { Config } from '../config.ts';

const holder = randomUUID();
const leaseMs = 120_000;
const batch = 500;

type ForgettingContext = Pick<ServiceContext<Config>, 'clock' | 'config' | 'graph' | 'keyValue' | 'log' | 'signal'>;

/** Before which time (ISO 8601, UTC) changes of weights are forgotten; `null`: never. */
export function weightsKnownFrom({ WEIGHT_HISTORY_DAYS: days }: Pick<Config, 'WEIGHT_HISTORY_DAYS'>, now: number): string | null {
  return days === 0 ? null : new Date(now - days * dayMs).toISOString();
}

/** Removes changes of weights whose days are over, and what was counted of receipts that are gone as long; one process of the fleet at a time. */
export async function forgetWeightChanges(context: ForgettingContext): Promise<void> {
  const { clock, config, graph, keyValue, log, signal } = context;
  const before = weightsKnownFrom(config, clock.now());
  if (before === null) return;
  const held = await takeLease('weight-history', holder, leaseMs, { keyValue, log });
  if (!held) return;
  await using lease = held;
  // A receipt may be judged as long as it is there, and counts once.
  const days = Math.max(config.WEIGHT_HISTORY_DAYS, config.RECEIPT_TTL_DAYS);
  const kinds = [
    { kind: 'WeightChange', before },
    { kind: 'Feedback', before: new Date(clock.now() - days * dayMs).toISOString() },
  ] as const;
  let forgotten = 0;
  for await (const scope of graph.scopes()) {
    if (isUserScope(scope)) continue;
    for (const expired of kinds) {
      // The oldest alone says whether any is to go.
      let isMore = true;
      for (let most = 1; isMore; most = batch) {
        if (signal.aborted || !(await lease.isHeld())) return;
        const some = await forget(graph, scope, expired, most);
        forgotten += some;
        isMore = some === most;
      }
    }
  }
  if (forgotten > 0) log.info({ forgotten }, 'expired changes of weights were removed');
}

/** Removes the oldest, at most so many, and answers how many. */
async function forget(
  graph: ForgettingContext['graph'],
  scope: Scope,
  { kind, before }: { readonly kind: NodeKind; readonly before: string },
  limit: number,
): Promise<number> {
  const { items } = await graph.find(scope, { kinds: [kind], order: 'createdAt', limit });
  const ids = items.filter(({ createdAt }) => createdAt < before).map(({ id }) => id);
  if (ids.length > 0) await graph.purge(scope, { ids });
  return ids.length;
}

import { OperationError } from '@agent-mem/contract';
import type { ServiceContext } from '../../context.ts';
import type { Next, Work } from '../work.ts';

/** Answers a repeat as the first was answered. Throws `already-exists` where its key came with another request. */
export function once<Own extends Work>({ graph }: Pick<ServiceContext<unknown>, 'graph'>, next: Next<Own>): Next<Own> {
  return async (work) => {
    const { effect, scope } = work;
    const stored = effect && (await graph.idempotencyRecord(scope, effect.operation, effect.key));
    if (!stored) return next(work);
    if (stored.requestHash === effect.requestHash) return stored.reply;
    throw new OperationError(
      'already-exists',
      'idempotency_key: another request was made under this key; use one key for one request',
    );
  };
}

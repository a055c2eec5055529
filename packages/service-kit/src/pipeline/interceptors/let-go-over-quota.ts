import { QuotaExceeded } from '@agent-mem/retention';
import type { ServiceContext } from '../../context.ts';
import type { Bound, EventWork, Next } from '../work.ts';

/** Lets go what an event teaches to a scope that is full. Delivered again it would find no more room, and no caller waits for it. */
export function letGoOverQuota(
  { metrics, log }: Pick<ServiceContext<unknown>, 'metrics' | 'log'>,
  next: Next<Bound<EventWork>>,
): Next<Bound<EventWork>> {
  return async (work) => {
    try {
      return await next(work);
    } catch (error) {
      if (!(error instanceof QuotaExceeded)) throw error;
      metrics.leftOut(error.kind, 'quota', 1);
      log.warn({ event: work.event.id, err: error.message }, 'an event taught nothing: the scope is full');
      await work.graph.commit(work.scope, {}, {});
      return null;
    }
  };
}

import type { Event } from '@agent-mem/contract';
import { isErased, screenEvent } from '@agent-mem/policy';
import type { ServiceContext } from '../../context.ts';
import type { AnyService } from '../../service.ts';
import type { EventWork, Next } from '../work.ts';
import { rulesOfWork } from './rules-of-work.ts';

/** Applies the settings of the event's scope: it is skipped where memory is off or its conversation was purged since, and its texts are redacted. */
export function eventPolicy(
  { name: service }: AnyService,
  context: ServiceContext<unknown>,
  next: Next<EventWork>,
): Next<EventWork> {
  return async (work) => {
    const { event } = work;
    const rules = await rulesOfWork(context, work, event.conversation_id || null, service);
    if (rules.memory === 'off') return null;
    if (isErased(rules.purges, happenedAt(event), context.clock.now())) return null;
    const { thing, found } = screenEvent(event, rules);
    for (const { kind, action, count } of found) context.metrics.sensitive(kind, action, count);
    return next({ ...work, event: thing });
  };
}

/** Milliseconds since 1970 of what an event reports: an invocation's question is older than its end. */
function happenedAt({ timestamp, data }: Event): number {
  const times = [timestamp, data.invocation_completed?.started_at].map((time) => Date.parse(time ?? ''));
  return Math.min(...times.filter((time) => !Number.isNaN(time)));
}

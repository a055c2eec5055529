import { OperationError, scopeOf } from '@agent-mem/contract';
import type { RequestObserver } from '@agent-mem/observability';
import { untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from '../../context.ts';
import type { AnyService } from '../../service.ts';
import type { EventWork, Next, TakeEvent } from '../work.ts';

/** Counts and logs each event that the service listens to; the others pass unseen. It ends with its delivery and with the service. */
export function observeEvent(
  { name: service, events, ignores }: AnyService,
  context: ServiceContext<unknown>,
  observer: RequestObserver,
  next: Next<EventWork>,
): TakeEvent {
  return async (event, delivery) => {
    if (!events?.[event.type] || ignores?.(event.type, context.config)) return;
    const { id, type } = event;
    const traceparent = delivery.properties.traceparent ?? null;
    const ended = observer.began({ service, operation: type, door: 'event', id, traceparent, attempt: delivery.attempt });
    const signal = AbortSignal.any([delivery.signal, context.signal]);
    // The service's name is part of it: several services have an effect of the same event in the same scope.
    const effect = { operation: `${service}.event.${type}`, key: id, requestHash: id };
    try {
      signal.throwIfAborted();
      await untilAborted(next({ event, scope: scopeOf(event), signal, traceparent, effect }), signal);
      ended({ error: null });
    } catch (cause) {
      ended({ error: OperationError.from(cause) });
      throw cause;
    }
  };
}

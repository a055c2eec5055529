import { type Event, OperationError, scopeOf } from '@agent-mem/contract';
import { DeadLetter, type Delivery } from '@agent-mem/messaging';
import type { RequestObserver } from '@agent-mem/observability';
import { readScopeRules, screenEvent } from '@agent-mem/policy';
import { lifetimesFor, QuotaExceeded, quotasFor } from '@agent-mem/retention';
import { conflictsRetried, untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from '../context.ts';
import type { AnyService, EventHandler } from '../service.ts';
import { tracedCaller } from '../transports/traced-caller.ts';
import { maxDeliveries } from './dispatch.ts';
import { ownGraph } from './own-graph.ts';

/**
 * Takes the events a service listens to. What its handler commits with a reply is kept under the event's id, so it happens once:
 * an event that has its effect already is not handled again. Rejects when the handler does, so that the event is delivered again.
 */
export function createEventTaker(
  definition: AnyService,
  context: ServiceContext<unknown>,
  observer: RequestObserver,
): (event: Event, delivery: Delivery) => Promise<void> {
  return async (event, delivery) => {
    const handler = definition.events?.[event.type];
    if (!handler || definition.ignores?.(event.type, context.config)) return;
    const traceparent = delivery.properties.traceparent ?? null;
    const ended = observer.began({
      service: definition.name,
      operation: event.type,
      door: 'event',
      id: event.id,
      traceparent,
      attempt: delivery.attempt,
    });
    try {
      await take(event, handler, AbortSignal.any([delivery.signal, context.signal]), traceparent);
      ended({ error: null });
    } catch (cause) {
      const deadLetter = cause instanceof DeadLetter || delivery.attempt >= maxDeliveries;
      ended({ error: OperationError.from(cause), deadLetter });
      throw cause;
    }
  };

  async function take(
    event: Event,
    handler: EventHandler<unknown>,
    signal: AbortSignal,
    traceparent: string | null,
  ): Promise<void> {
    const scope = scopeOf(event);
    // The service's name is part of it: several services have an effect of the same event in the same scope.
    const operation = `${definition.name}.event.${event.type}`;
    const keeping = { operation, key: event.id, requestHash: event.id, onKept: () => undefined };
    if (await context.graph.kept(scope, operation, event.id)) return;
    const reader = { service: definition.name, keeping };
    const rules = await untilAborted(readScopeRules(context, scope, event.conversation_id || null, reader), signal);
    if (rules.memory === 'off') return;
    if (rules.purgedBefore !== null && happenedAt(event) < rules.purgedBefore) return;
    const { thing: screened, found } = screenEvent(event, rules.sensitiveData);
    for (const { kind, action, count } of found) context.metrics.sensitive(kind, action, count);
    const limits = { ...quotasFor(definition, context), ...lifetimesFor(definition, context) };
    const graph = ownGraph(context.graph, definition, { keeping, traceparent, ...limits });
    const caller = tracedCaller(context.caller, traceparent);
    try {
      await untilAborted(
        conflictsRetried(signal, () => handler(screened, { ...context, signal, scope, graph, caller })),
        signal,
      );
    } catch (error) {
      if (!(error instanceof QuotaExceeded)) throw error;
      // Delivered again it would find no more room: nobody asked for it by name, so it is let go, and said.
      context.metrics.leftOut(error.kind, 'quota', 1);
      context.log.warn({ event: event.id, err: error.message }, 'what an event taught was let go: the scope is full');
      await graph.commit(scope, {}, {});
    }
  }
}

/** Milliseconds since 1970 of what an event tells of: an invocation's question is older than its end. */
function happenedAt({ timestamp, data }: Event): number {
  const times = [timestamp, data.invocation_completed?.started_at].map((time) => Date.parse(time ?? ''));
  return Math.min(...times.filter((time) => !Number.isNaN(time)));
}

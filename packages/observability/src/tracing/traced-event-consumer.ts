import { conversationEvents, type Event, topicUrl } from '@agent-mem/contract';
import type { Delivery } from '@agent-mem/messaging';
import { SpanKind } from '@opentelemetry/api';
import { inSpan } from './span.ts';
import { remoteParent, traceparentOf } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

type TakeEvent = (event: Event, delivery: Delivery) => Promise<void>;

interface TracedService {
  readonly name: string;
  /** By the types it listens to. */
  readonly events?: Readonly<Partial<Record<Event['type'], unknown>>>;
}

/** What takes a service's events, each that it listens to a span of the trace that the event came of. */
export function tracedEventConsumer(
  { name, events }: TracedService,
  take: TakeEvent,
  { tracer, systems, tenant }: Tracing,
): TakeEvent {
  return async (event, delivery) => {
    if (!events?.[event.type]) return take(event, delivery);
    const attributes = {
      'messaging.system': systems.bus,
      'messaging.operation.type': 'process',
      'messaging.destination.name': topicUrl(conversationEvents, tenant),
      'messaging.consumer.group.name': name,
      'agent_mem.event': event.type,
      'agent_mem.attempt': delivery.attempt,
    };
    const parent = remoteParent(delivery.properties.traceparent);
    const span = tracer.startSpan(`${name}.event.${event.type}`, { kind: SpanKind.CONSUMER, attributes }, parent);
    const properties = { ...delivery.properties, traceparent: traceparentOf(span.spanContext()) };
    await inSpan(span, parent, () => take(event, { ...delivery, properties }));
  };
}

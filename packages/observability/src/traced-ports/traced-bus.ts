import { topicUrl } from '@agent-mem/contract';
import { type Bus, busOver } from '@agent-mem/messaging';
import { SpanKind } from '@opentelemetry/api';
import { inSpan } from '../tracing/span.ts';
import { localParent, traceparentOf } from '../tracing/traceparent.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** The bus with each event it publishes as a span that the event's consumers go on from. Requests have spans of their own, and replies need none. */
export function tracedBus(bus: Bus, { tracer, systems, tenant }: Tracing): Bus {
  return busOver(bus, {
    publish(topic, message, options) {
      if (topic.lane !== 'event') return bus.publish(topic, message, options);
      const parent = localParent(message.properties?.traceparent);
      const attributes = {
        'messaging.system': systems.bus,
        'messaging.operation.type': 'send',
        'messaging.destination.name': topicUrl(topic, tenant),
      };
      const span = tracer.startSpan(`publish event/${topic.name}`, { kind: SpanKind.PRODUCER, attributes }, parent);
      const properties = { ...message.properties, traceparent: traceparentOf(span.spanContext()) };
      return inSpan(span, parent, () => bus.publish(topic, { ...message, properties }, options));
    },
  });
}

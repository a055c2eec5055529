import { type ServiceName, serviceTopic, topicUrl } from '@agent-mem/contract';
import type { Dispatch, IncomingRequest } from '@agent-mem/messaging';
import { namedOperation } from '@agent-mem/runtime';
import { type Attributes, SpanKind } from '@opentelemetry/api';
import { rpcAttributes } from './request-attributes.ts';
import { inSpan } from './span.ts';
import { remoteParent, traceparentOf } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

/** The way in of a service, each request a span of the trace it names; whatever comes of the request goes on from that span. */
export function tracedDispatch(service: ServiceName, dispatch: Dispatch, tracing: Tracing): Dispatch {
  return (incoming, send) => {
    const operation = namedOperation(service, incoming.envelope);
    const attributes = {
      ...transportAttributes(service, operation, incoming, tracing),
      'agent_mem.door': incoming.transport,
      'agent_mem.attempt': incoming.attempt,
    };
    const parent = remoteParent(incoming.traceparent);
    const span = tracing.tracer.startSpan(`${service}.${operation ?? 'unknown'}`, { kind: SpanKind.SERVER, attributes }, parent);
    const traceparent = traceparentOf(span.spanContext());
    const { replyTo } = incoming;
    const traced = { ...incoming, traceparent, ...(replyTo ? { replyTo: { ...replyTo, traceparent } } : {}) };
    return inSpan(span, parent, () => dispatch(traced, send));
  };
}

function transportAttributes(
  service: ServiceName,
  operation: string | null,
  { transport }: IncomingRequest,
  { systems, tenant }: Tracing,
): Attributes {
  if (transport === 'grpc') return rpcAttributes('grpc', service, operation);
  if (transport === 'local') return rpcAttributes('agent_mem', service, operation);
  return {
    ...rpcAttributes('agent_mem', service, operation),
    'messaging.system': systems.bus,
    'messaging.operation.type': 'process',
    'messaging.destination.name': topicUrl(serviceTopic(service, transport), tenant),
  };
}

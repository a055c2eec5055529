import type { ServiceName } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import { SpanKind } from '@opentelemetry/api';
import { rpcAttributes } from './request-attributes.ts';
import { inSpan, streamInSpan } from './span.ts';
import { localParent, traceparentOf } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

/** The caller, each call a span of the trace in which it is made; who is asked goes on from that span. */
export function spanningCaller(caller: Caller, { tracer, systems }: Tracing): Caller {
  const begin = (service: ServiceName, operation: string, traceparent: string | undefined) => {
    const parent = localParent(traceparent);
    const attributes = { ...rpcAttributes('agent_mem', service, operation), 'messaging.system': systems.bus };
    return {
      parent,
      start: () => tracer.startSpan(`call ${service}.${operation}`, { kind: SpanKind.CLIENT, attributes }, parent),
    };
  };
  return {
    call(service, operation, request, options) {
      const { parent, start } = begin(service, operation, options?.traceparent);
      const span = start();
      const traceparent = traceparentOf(span.spanContext());
      return inSpan(span, parent, () => caller.call(service, operation, request, { ...options, traceparent }));
    },
    stream(service, operation, request, options) {
      // The parent is the caller's span; a socket may be what reads the stream.
      const { parent, start } = begin(service, operation, options?.traceparent);
      return (async function* () {
        const span = start();
        const traceparent = traceparentOf(span.spanContext());
        yield* streamInSpan(span, parent, () => caller.stream(service, operation, request, { ...options, traceparent }));
      })();
    },
    [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose](),
  };
}

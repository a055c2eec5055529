/** What a process shows of itself: figures, spans, and the log of its requests. */

export { deadLetterGauge } from './dead-letter-gauge.ts';
export { createHostMetrics, type HostMetrics, type IndexLag } from './host-metrics.ts';
export { createRequestObserver, type RequestObserver } from './request-observer.ts';
export type { PassOutcome, ServiceMetrics } from './service-metrics.ts';
export { modelSpans } from './traced-ports/port-spans.ts';
export { tracedChatModel } from './traced-ports/traced-chat-model.ts';
export { tracedPorts } from './traced-ports/traced-ports.ts';
export { traceHttp } from './tracing/http-spans.ts';
export { spanningCaller } from './tracing/spanning-caller.ts';
export { tracedDispatch } from './tracing/traced-dispatch.ts';
export { tracedEventConsumer } from './tracing/traced-event-consumer.ts';
export { localParent, remoteParent, traceparentOf } from './tracing/traceparent.ts';
export type { Tracing } from './tracing/tracing.ts';

import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { remoteParent } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

/** Makes each HTTP request a span of the trace that its `traceparent` names. The span is active in the handler and ends with the response, or when the client leaves. */
export function traceHttp(app: FastifyInstance, { tracer }: Tracing): void {
  const spans = new WeakMap<object, Span>();
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url;
    const given = headers.traceparent;
    const span = tracer.startSpan(
      route ? `${method} ${route}` : method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, ...(route ? { 'http.route': route } : {}) } },
      remoteParent(typeof given === 'string' ? given : null),
    );
    spans.set(request, span);
    reply.raw.once('close', () => {
      // Who hung up was sent nothing; 499 is how access logs write that.
      const status = reply.raw.writableFinished ? reply.raw.statusCode : 499;
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  });
  // Not earlier: the body comes by the socket's events, which know nothing of the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) context.with(trace.setSpan(context.active(), span), done);
    else done();
  });
}

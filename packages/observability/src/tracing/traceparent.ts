import { type Context, context, isSpanContextValid, ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';

const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** A span as W3C Trace Context writes it, so that another process continues its trace. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** What came from elsewhere goes on with the trace it names. Without one, or with one that cannot be read, a trace begins. */
export function remoteParent(traceparent: string | null | undefined): Context {
  const given = spanContextOf(traceparent);
  return given ? trace.setSpanContext(ROOT_CONTEXT, given) : ROOT_CONTEXT;
}

/**
 * What begins here belongs to the span that is active; but where the trace it is given is another one, to that: a loop that serves
 * many may have been started under any of them.
 */
export function localParent(traceparent: string | null | undefined): Context {
  const given = spanContextOf(traceparent);
  const active = context.active();
  if (!given || given.traceId === trace.getSpanContext(active)?.traceId) return active;
  return trace.setSpanContext(ROOT_CONTEXT, given);
}

function spanContextOf(traceparent: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = (traceparent && pattern.exec(traceparent)) || [];
  if (!traceId || !spanId || !flags) return null;
  // Of the flags only the first bit, sampled, is ours to pass on.
  const given = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(given) ? given : null;
}

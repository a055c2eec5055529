import { checkedIdempotencyKey, OperationError, traceparentGiven } from '@agent-mem/contract';
import type { CallOptions } from '@agent-mem/messaging';
import { msSinceArrival } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endOf } from './reply-end.ts';

const maxTimeoutMs = 600_000;

/**
 * What the headers say beside the request. The signal is aborted when the client hangs up before it has its answer, or when the
 * fleet stops. A traceparent that is not one is dropped, as its standard asks; the other headers are refused when malformed.
 */
export function callOptions(
  request: FastifyRequest,
  reply: FastifyReply,
  { defaultTimeoutMs, stopping }: { readonly defaultTimeoutMs: number; readonly stopping: AbortSignal },
): CallOptions & { readonly signal: AbortSignal } {
  const timeoutMs = timeout(single(request, 'x-timeout-ms'), defaultTimeoutMs);
  return {
    // What is left of it when the service is asked: it counts from the arrival of the request.
    get timeoutMs() {
      return Math.max(0, timeoutMs - msSinceArrival(request.raw));
    },
    idempotencyKey: idempotencyKey(single(request, 'idempotency-key')),
    traceparent: traceparentGiven(single(request, 'traceparent')) ?? undefined,
    signal: AbortSignal.any([endOf(reply).hungUp, stopping]),
    needsEveryMember: true,
  };
}

function timeout(header: string | undefined, defaultMs: number): number {
  if (header === undefined) return defaultMs;
  const ms = Number(header);
  if (/^\d+$/.test(header) && ms >= 1 && ms <= maxTimeoutMs) return ms;
  throw new OperationError('invalid-argument', `X-Timeout-Ms: must be a whole number from 1 to ${maxTimeoutMs}, got "${header}"`);
}

function idempotencyKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : checkedIdempotencyKey('Idempotency-Key', header);
}

/** Node joins a header that came twice by ", ", which then fails its check. */
function single(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

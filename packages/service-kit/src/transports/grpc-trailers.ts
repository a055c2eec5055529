import type { OperationError } from '@agent-mem/contract';
import { Metadata } from '@grpc/grpc-js';

/** What gRPC's code alone does not tell: whether the same request may succeed later, and when. gRPC's own name for that is of calls that it repeats itself. */
export function trailersOf({ retryable, retryAfterMs, type }: OperationError): Metadata {
  const trailers = new Metadata();
  trailers.set('retryable', String(retryable));
  if (retryAfterMs === null) return trailers;
  trailers.set('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1_000))));
  if (type === 'unavailable') trailers.set('grpc-retry-pushback-ms', String(retryAfterMs));
  return trailers;
}

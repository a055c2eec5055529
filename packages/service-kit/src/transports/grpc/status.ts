import type { ErrorType, OperationError } from '@agent-mem/contract';
import { Metadata, status } from '@grpc/grpc-js';
import { retryAfterSeconds } from '../errors/retry-after.ts';

/** gRPC's code for each type of error: the types are its names. */
export const grpcStatus: Readonly<Record<ErrorType, status>> = {
  'invalid-argument': status.INVALID_ARGUMENT,
  'failed-precondition': status.FAILED_PRECONDITION,
  'out-of-range': status.OUT_OF_RANGE,
  unauthenticated: status.UNAUTHENTICATED,
  'permission-denied': status.PERMISSION_DENIED,
  'not-found': status.NOT_FOUND,
  'already-exists': status.ALREADY_EXISTS,
  aborted: status.ABORTED,
  'resource-exhausted': status.RESOURCE_EXHAUSTED,
  cancelled: status.CANCELLED,
  internal: status.INTERNAL,
  unimplemented: status.UNIMPLEMENTED,
  unavailable: status.UNAVAILABLE,
  'deadline-exceeded': status.DEADLINE_EXCEEDED,
};

/** What gRPC's code alone does not tell: whether the same request may succeed later, and when. gRPC's own name for that is of calls that it repeats itself. */
export function trailersOf(error: OperationError): Metadata {
  const trailers = new Metadata();
  trailers.set('retryable', String(error.retryable));
  const seconds = retryAfterSeconds(error);
  if (seconds === null) return trailers;
  trailers.set('retry-after', String(seconds));
  if (error.type === 'unavailable') trailers.set('grpc-retry-pushback-ms', String(error.retryAfterMs));
  return trailers;
}

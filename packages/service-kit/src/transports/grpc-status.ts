import type { ErrorType } from '@agent-mem/contract';
import { status } from '@grpc/grpc-js';

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

import { type ErrorType, inWords, OperationError, routeWords } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { retryAfterSeconds } from '@agent-mem/service-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { maxBodyBytes } from './json-body.ts';

/** The HTTP status of each type of error. */
export const statusOf: Readonly<Record<ErrorType, number>> = {
  'invalid-argument': 400,
  'failed-precondition': 400,
  'out-of-range': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  'already-exists': 409,
  aborted: 409,
  'resource-exhausted': 429,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  'deadline-exceeded': 504,
};

/** Answers every error in one shape; operations are called as the client calls them. */
export function sendError(log: Logger) {
  return (cause: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const error = hasHungUp(request)
      ? new OperationError('cancelled', 'The client hung up in the middle of its request')
      : inWords(fromHttpServer(cause), routeWords);
    if (error.type === 'cancelled') log.debug({ route: request.routeOptions.url }, error.message);
    if (error.type === 'internal') log.error({ err: error.cause, route: request.routeOptions.url }, 'A request failed');
    const seconds = retryAfterSeconds(error);
    if (seconds !== null) reply.header('retry-after', seconds);
    if (error.type === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
    reply.status(statusOf[error.type]).send({ error: error.toWire() });
  };
}

/** Nobody is left to read an answer, and nothing has failed here. */
function hasHungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** Errors of the HTTP server itself are the client's; all others are ours. */
function fromHttpServer(cause: FastifyError): OperationError {
  if (cause.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new OperationError('invalid-argument', `body: must have at most ${maxBodyBytes} bytes`);
  }
  if (cause.code?.startsWith('FST_') && cause.statusCode !== undefined && cause.statusCode < 500) {
    return new OperationError('invalid-argument', cause.message);
  }
  return OperationError.from(cause);
}

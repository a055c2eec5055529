import { inWords, OperationError, routeWords, tooLong } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { retryAfterSeconds, sendProblem } from '@agent-mem/service-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { maxBodyBytes } from './json-body.ts';

/** Answers an error to a request. */
export type SendProblem = (reply: FastifyReply, error: OperationError, request: FastifyRequest) => void;

/** Answers every error as a problem, or as `send` does; operations are called as the client calls them. */
export function sendError(log: Logger, send: SendProblem = (reply, error) => sendProblem(reply, error)) {
  return (cause: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const error = hasHungUp(request)
      ? new OperationError('cancelled', 'The client hung up in the middle of its request')
      : inWords(fromHttpServer(cause, request), routeWords);
    if (error.type === 'cancelled') log.debug({ route: request.routeOptions.url }, error.message);
    if (error.type === 'internal') log.error({ err: error.cause, route: request.routeOptions.url }, 'A request failed');
    const seconds = retryAfterSeconds(error);
    if (seconds !== null) reply.header('retry-after', seconds);
    if (error.type === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
    if (!request.raw.complete) dropRest(reply);
    send(reply, error, request);
  };
}

/** Nobody is left to read an answer, and nothing has failed here. */
function hasHungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** Has what is still to come of the body read and dropped. A connection that is closed before is reset, and a client that still sends never sees the answer. */
function dropRest(reply: FastifyReply): void {
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
}

/** Errors of the HTTP server itself are the client's; all others are ours. */
function fromHttpServer(cause: FastifyError, { routeOptions }: FastifyRequest): OperationError {
  if (cause.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return tooLong(`body: must have at most ${routeOptions.bodyLimit ?? maxBodyBytes} bytes`);
  }
  if (cause.code?.startsWith('FST_') && cause.statusCode !== undefined && cause.statusCode < 500) {
    return new OperationError('invalid-argument', cause.message);
  }
  return OperationError.from(cause);
}

import { OperationError } from '@agent-mem/contract';
import type { FastifyError, FastifyReply } from 'fastify';
import { sendProblem } from './problem.ts';

/** Answers what the HTTP server refuses before any route sees it: a URL that cannot be decoded. */
export function sendFrameworkError(
  cause: FastifyError,
  _request: unknown,
  reply: Pick<FastifyReply, 'header' | 'status' | 'type' | 'send'>,
): void {
  // Its own message repeats the path, which may hold a key.
  const message = cause.code === 'FST_ERR_BAD_URL' ? 'The path of the URL cannot be decoded' : cause.message;
  sendProblem(reply, new OperationError('invalid-argument', message));
}

import { OperationError } from '@agent-mem/contract';
import type { FastifyError, FastifyReply } from 'fastify';
import { sendProblem } from './problem.ts';

/** Answers what the HTTP server refuses before any route sees it: a URL that cannot be decoded. */
export function sendFrameworkError(
  cause: FastifyError,
  _request: unknown,
  reply: Pick<FastifyReply, 'header' | 'status' | 'type' | 'send'>,
): void {
  sendProblem(reply, new OperationError('invalid-argument', cause.message));
}

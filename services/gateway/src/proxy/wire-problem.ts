import type { OperationError } from '@agent-mem/contract';
import { isGeminiPath } from '@agent-mem/proxy';
import { problemOf, sendProblem } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../routes.ts';

/** Sends an error of the fleet as clients of the wire read the errors of its maker. Its status, its text and `retryable` are the same on each. */
export function sendWireProblem(reply: FastifyReply, error: OperationError, request: FastifyRequest, as?: number): void {
  const path = pathOf(request.url);
  const { status, error: own } = problemOf(error, as);
  if (path.startsWith('/v1/messages'))
    send(reply, status, { type: 'error', error: { ...own, type: anthropicTypes[status] ?? 'api_error' } });
  else if (isGeminiPath(path))
    send(reply, status, { error: { ...own, code: status, status: googleStatuses[status] ?? 'INTERNAL' } });
  // OpenAI's clients read `error.message` and `error.type` of a problem, and go by its status.
  else sendProblem(reply, error, as);
}

function send(reply: FastifyReply, status: number, body: object): void {
  reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

const anthropicTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};

const googleStatuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

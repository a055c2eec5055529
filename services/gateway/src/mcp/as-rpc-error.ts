import type { ErrorType } from '@agent-mem/contract';
import type { Problem } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** JSON-RPC has a few codes: what is no request of its kind, what its server failed by, and a range of servers' own. */
const codes: Partial<Record<ErrorType, number>> = { 'invalid-argument': -32_600, internal: -32_603 };
const ownCode = -32_000;

/** The problem that keeps a request from MCP, as JSON-RPC has errors; every other answer as it is. */
export async function asRpcError(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
  if (!isProblem || typeof payload !== 'string') return payload;
  // The gateway has just written it.
  const { error } = JSON.parse(payload) as Problem;
  const { message, ...data } = error;
  reply.type('application/json; charset=utf-8');
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: codes[error.type] ?? ownCode, message, data } });
}

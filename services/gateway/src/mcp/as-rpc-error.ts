import type { ErrorType } from '@agent-mem/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** JSON-RPC has a few codes: what is no request of its kind, what its server failed by, and a range of servers' own. */
const codes: Partial<Record<ErrorType, number>> = { 'invalid-argument': -32_600, internal: -32_603 };
const ownCode = -32_000;

/** The error that keeps a request from MCP, as JSON-RPC has errors; every other answer as it is. */
export async function asRpcError(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'object' || payload === null || 'jsonrpc' in payload || !('error' in payload)) return payload;
  // The gateway's one shape of errors.
  const { message, ...data } = payload.error as { readonly type: ErrorType; readonly message: string };
  reply.type('application/json; charset=utf-8');
  return { jsonrpc: '2.0', id: null, error: { code: codes[data.type] ?? ownCode, message, data } };
}

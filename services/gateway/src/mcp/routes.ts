import type { OperationError } from '@agent-mem/contract';
import type { Memory } from '@agent-mem/mcp';
import { chosenTools } from '@agent-mem/mcp/tools';
import { defaultTimeoutMs } from '@agent-mem/messaging';
import { authorizedCaller, type HttpPluginContext } from '@agent-mem/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../authorized.ts';
import { callOptions } from '../call-options.ts';
import type { Config } from '../config.ts';
import { maxBodyBytes } from '../json-body.ts';
import { addressed } from './addressed.ts';
import { asRpcError } from './as-rpc-error.ts';
import { webRequest } from './web-request.ts';

/** Headers of its own, which a page may send. */
export const mcpHeaders: readonly string[] = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

/** `/mcp`, and `/mcp/<set of tools>`: memory as an MCP server, for clients of either revision and for callers without a handshake. */
export async function mcpRoutes(app: FastifyInstance, context: HttpPluginContext<Config>): Promise<void> {
  // A malformed one stops the start.
  chosenTools(context.config.MCP_TOOLS, 'MCP_TOOLS');
  app.addHook('onSend', asRpcError);
  for (const path of ['/mcp', '/mcp/:set']) {
    app.post(path, { bodyLimit: maxBodyBytes }, (request, reply) => answer(request, reply, context));
    app.route({ method: ['GET', 'DELETE'], url: path, handler: refuseSession });
  }
}

/** The server of MCP takes a sixth of a second to load: a process of a cluster does that before it is ready, another when a client asks first. */
export function loadMcp() {
  return import('@agent-mem/mcp');
}

async function answer(request: FastifyRequest, reply: FastifyReply, context: HttpPluginContext<Config>): Promise<Response> {
  const { config, caller, log, signal: stopping } = context;
  const { listed, scope } = addressed(request, config.MCP_TOOLS);
  const { timeoutMs, signal } = callOptions(request, reply, { defaultTimeoutMs: defaultTimeoutMs({}), stopping });
  const memory: Memory = { caller: authorizedCaller(visitorOf(request), caller), scope, options: { timeoutMs, signal } };
  const failed = (error: OperationError) => log.error({ err: error.cause }, 'A tool failed');
  const { answerHttp, memoryServer } = await loadMcp();
  return answerHttp(webRequest(request, signal), request.body, () => memoryServer({ memory, listed, failed }));
}

/** Nothing is held between requests: there is no stream to listen to, and no session to end. */
async function refuseSession({ method }: FastifyRequest, reply: FastifyReply): Promise<object> {
  const error = { code: -32_000, message: `${method}: /mcp takes POST; it has no sessions` };
  reply.status(405).header('allow', 'POST');
  return { jsonrpc: '2.0', id: null, error };
}

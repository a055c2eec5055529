import type { OperationError } from '@agent-mem/contract';
import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import manifest from '../package.json' with { type: 'json' };
import { serveCompletion } from './completion.ts';
import { instructions } from './instructions.ts';
import type { Memory } from './memory.ts';
import { servePrompts } from './prompts/serve-prompts.ts';
import { serveResources } from './resources/serve-resources.ts';
import { callTool } from './tools/call-tool.ts';
import type { McpTool } from './tools/tool.ts';
import { toolOfName } from './tools/tool-sets.ts';
import { withPlainErrors } from './with-plain-errors.ts';

/** What one client is served. */
export interface Served {
  readonly memory: Memory;
  /** The tools that are listed. Tools that are not listed can be called too. */
  readonly listed: readonly McpTool[];
  /** Given what nobody foresaw, for the log. */
  failed(error: OperationError): void;
}

/** A server of MCP for one client or one request: it holds nothing of what was asked before. */
export function memoryServer({ memory, listed, failed }: Served): Server {
  const info = { name: 'agent-mem', title: 'agent-mem', version: manifest.version };
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
  const server = new Server(info, { instructions, capabilities });
  const plain = withPlainErrors(memory);
  serveResources(server, plain);
  servePrompts(server, plain);
  serveCompletion(server, plain);
  server.setRequestHandler('tools/list', async () => ({ tools: listed.map(listing) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = toolOfName(params.name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool "${params.name}"; tools/list has those there are`,
      );
    return callTool(tool, params.arguments ?? {}, until(plain, mcpReq.signal), failed);
  });
  return server;
}

function listing({ name, title, description, input, output, effects }: McpTool): Tool {
  return { name, title, description, inputSchema: input, outputSchema: output, annotations: { title, ...effects } } as Tool;
}

/** Memory whose calls end when the request is cancelled. */
function until(memory: Memory, signal: AbortSignal): Memory {
  const { signal: before } = memory.options;
  return { ...memory, options: { ...memory.options, signal: before ? AbortSignal.any([before, signal]) : signal } };
}

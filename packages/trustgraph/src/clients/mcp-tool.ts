import { readJsonText } from '../json-text.ts';
import { toolRequestMessage, toolResponseMessage } from '../messages/tool.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';

/** What a tool gave: plain text, or (`text` is `null`) any JSON. */
export interface ToolOutput {
  readonly text: string | null;
  readonly object: unknown;
}

/** The flow's mcp-tool service: calls the tools of MCP servers by the names that configuration gives them. */
export interface McpToolClient extends AsyncDisposable {
  /** Throws the tool's error, `internal`, in its own words. */
  call(name: string, parameters: Readonly<Record<string, unknown>>, options?: AskOptions): Promise<ToolOutput>;
}

/** Opens a client of the mcp-tool service on these queues. Its silence is 600 s long by default. */
export async function openMcpToolClient(environment: Environment, queues: Queues): Promise<McpToolClient> {
  const requester = await Requester.open(environment, queues, {
    service: 'mcp-tool',
    request: toolRequestMessage,
    response: toolResponseMessage,
  });
  return {
    async call(name, parameters, options) {
      const { text, object } = await requester.ask({ name, parameters: JSON.stringify(parameters) }, options);
      // Text wins, also over an object beside it, when there is any.
      if (text || object === null) return { text: text ?? '', object: null };
      return { text: null, object: readJsonText(object, 'ToolResponse.object') };
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}

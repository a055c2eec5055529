import { inWords, OperationError, withoutOperation } from '@agent-mem/contract';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Memory } from '../memory.ts';
import { checkArguments } from './check-arguments.ts';
import type { McpTool } from './tool.ts';
import { toolWords } from './tool-words.ts';

/** Calls a tool. What it refuses, or fails by, is an answer for the model, which says what to do; `failed` is given what nobody foresaw. */
export async function callTool(
  tool: McpTool,
  args: Readonly<Record<string, unknown>>,
  memory: Memory,
  failed: (error: OperationError) => void,
): Promise<CallToolResult> {
  try {
    checkArguments(tool, args);
    const { data, text } = await tool.run(args as Readonly<Record<string, never>>, withPlainErrors(memory));
    return { content: [{ type: 'text', text: text ?? JSON.stringify(data) }], structuredContent: { ...data } };
  } catch (cause) {
    const error = OperationError.from(cause);
    if (error.type === 'internal') failed(error);
    return { isError: true, content: [{ type: 'text', text: sentence(error) }], _meta: { 'agent-mem/error': error.toWire() } };
  }
}

/** Memory whose errors begin at the field, since the tool's caller does not know the operation. */
export function withPlainErrors(memory: Memory): Memory {
  return {
    ...memory,
    caller: {
      async call(service, operation, request, options) {
        try {
          return await memory.caller.call(service, operation, request, options);
        } catch (error) {
          throw inWords(withoutOperation(operation, OperationError.from(error)), toolWords);
        }
      },
    },
  };
}

function sentence({ type, message, retryable }: OperationError): string {
  if (/^(workspace|user|collection): /.test(message))
    return `${message}. Whose memory it is, the URL says (?user=…&collection=…&workspace=…) or the key; a tool cannot change it.`;
  if (retryable) return `${message}. The same call may succeed in a moment.`;
  if (type === 'unimplemented' || type === 'permission-denied') return `${message}. Do not call it again; tell the user.`;
  return message;
}

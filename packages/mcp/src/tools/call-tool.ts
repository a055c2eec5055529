import { OperationError } from '@agent-mem/contract';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Memory } from '../memory.ts';
import { checkArguments } from './check-arguments.ts';
import type { McpTool } from './tool.ts';

/** Calls a tool. What it refuses, or fails by, is an answer for the model, which says what to do; `failed` is given what nobody foresaw. */
export async function callTool(
  tool: McpTool,
  args: Readonly<Record<string, unknown>>,
  memory: Memory,
  failed: (error: OperationError) => void,
): Promise<CallToolResult> {
  // A model that leaves an argument out writes null at times.
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  try {
    checkArguments(tool, given);
    // They fit the tool's schema.
    const { data, text } = await tool.run(given as Readonly<Record<string, never>>, memory);
    return { content: [{ type: 'text', text: text ?? JSON.stringify(data) }], structuredContent: { ...data } };
  } catch (cause) {
    const error = OperationError.from(cause);
    if (error.type === 'internal') failed(error);
    return { isError: true, content: [{ type: 'text', text: sentence(error) }], _meta: { 'agent-mem/error': error.toWire() } };
  }
}

function sentence({ type, message, retryable }: OperationError): string {
  if (/^(workspace|user|collection): /.test(message))
    return `${message}. Whose memory it is, the URL says (?user=…&collection=…&workspace=…) or the key; a tool cannot change it.`;
  if (retryable) return `${message}. The same call may succeed in a moment.`;
  if (type === 'unimplemented' || type === 'permission-denied') return `${message}. Do not call it again; tell the user.`;
  return message;
}

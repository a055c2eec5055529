import type { MessageToAppend, ToolCallInput } from '../generated/memory-services.ts';
import type { AssistantResponse, MadeToolCall } from './assistant-response.ts';

/** Most characters of a result that are stored with its call. */
const maxResultCharacters = 65_536;

/** An answer as a message of the conversation, with its reasoning and its tool calls. */
export function messageRecord({
  content,
  reasoning,
  tool_calls,
}: Omit<AssistantResponse, 'context_used' | 'receipt'>): MessageToAppend {
  return { role: 'assistant', content, reasoning, tool_calls: tool_calls.map(callRecord) };
}

function callRecord({ tool_name, arguments: args, success, result, error, duration_ms, iteration }: MadeToolCall): ToolCallInput {
  const json = JSON.stringify(result) ?? 'null';
  // A part of a result is a text.
  const stored = json.length <= maxResultCharacters ? json : JSON.stringify(json.slice(0, maxResultCharacters));
  return {
    tool_name,
    arguments: JSON.stringify(args),
    success,
    duration_ms,
    iteration,
    tool_result: { success, result: stored, error },
  };
}

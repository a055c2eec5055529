import { type Init, OperationError, type ToolCall } from '@agent-mem/contract';
import { answerBytes, jsonBytes } from '@agent-mem/runtime';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { shownMessages } from '../view/shown-messages.ts';

/** The tool calls of a conversation, oldest first. A page ends early where more would not fit into one answer; next_cursor leads on. */
export async function toolCalls(request: Request<'tool_calls'>, context: Context): Answer<'tool_calls'> {
  const conversation = await findConversation(context.graph, context.scope, request.conversation_id);
  const start = placeOfCursor(request.cursor);
  const view = { toolCalls: true, reasoning: false, weights: request.include_weights };
  const bounds = { newestFirst: false, after: Math.max(0, start.ordinal - 1), before: Infinity };
  const tool_calls: Init<ToolCall>[] = [];
  let bytes = 0;
  for await (const message of shownMessages(context, conversation, { ...bounds, view, expected: request.limit })) {
    for (const [index, call] of (message.tool_calls ?? []).entries()) {
      if (message.ordinal === start.ordinal && index < start.index) continue;
      if (!isAskedFor(call, request)) continue;
      const next_cursor = `${message.ordinal}.${index}`;
      bytes += jsonBytes(call) + 1;
      if (tool_calls.length === request.limit || (bytes > answerBytes && tool_calls.length > 0))
        return { tool_calls, next_cursor };
      tool_calls.push(call);
    }
  }
  return { tool_calls, next_cursor: null };
}

function isAskedFor(call: Init<ToolCall>, { tool_name, success }: Request<'tool_calls'>): boolean {
  return (!tool_name || call.tool_name === tool_name) && (success === null || call.success === success);
}

/** A cursor names the next call: the ordinal of its message, and its index there. */
function placeOfCursor(cursor: string | null): { readonly ordinal: number; readonly index: number } {
  if (cursor === null || cursor === '') return { ordinal: 0, index: 0 };
  const [, ordinal, index] = /^(\d{1,10})\.(\d{1,3})$/.exec(cursor) ?? [];
  if (ordinal !== undefined && index !== undefined) return { ordinal: Number(ordinal), index: Number(index) };
  throw new OperationError('invalid-argument', `cursor: must be next_cursor of the page before, got ${JSON.stringify(cursor)}`);
}

import { type Init, type Message, OperationError } from '@agent-mem/contract';
import { answerBytes, jsonBytes } from '@agent-mem/runtime';
import type { Conversation } from '../domain/conversation.ts';
import type { MessageView } from '../domain/message.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { coveredIds } from '../summaries/covered-ids.ts';
import { placeOfMessage } from '../view/place-of-message.ts';
import { type Bounds, shownMessages } from '../view/shown-messages.ts';

/** The messages of a conversation in order, or those of them that a summary covers. A page ends early where more would not fit into one answer; next_cursor leads on. */
export async function history(request: Request<'history'>, context: Context): Answer<'history'> {
  const conversation = await findConversation(context.graph, context.scope, request.conversation_id);
  const view: MessageView = {
    toolCalls: request.include_tool_calls ?? true,
    reasoning: request.include_reasoning ?? true,
    weights: request.include_weights,
  };
  const bounds = await boundsOf(request, conversation, context);
  const covered = request.summary_id ? await coveredIds(request.summary_id, conversation, context) : null;
  const messages: Init<Message>[] = [];
  let bytes = 0;
  for await (const message of shownMessages(context, conversation, { ...bounds, view, expected: request.limit })) {
    if (covered && !covered.has(message.id ?? '')) continue;
    const next_cursor = String(messages.at(-1)?.ordinal ?? '');
    if (messages.length === request.limit) return { messages, next_cursor };
    bytes += jsonBytes(message) + 1;
    if (bytes > answerBytes && messages.length > 0) return { messages, next_cursor };
    messages.push(message);
  }
  return { messages, next_cursor: null };
}

/** Between which places messages are asked for. A cursor is the place of the last message shown. */
async function boundsOf(request: Request<'history'>, conversation: Conversation, context: Context): Promise<Bounds> {
  const placeOf = async (member: 'after' | 'before') => {
    const id = request[member];
    if (!id) return null;
    return (await placeOfMessage(context, conversation, id, member)).position;
  };
  const [after, before] = [(await placeOf('after')) ?? 0, (await placeOf('before')) ?? Infinity];
  const cursor = ordinalOfCursor(request.cursor);
  if (request.newest_first) return { newestFirst: true, after, before: Math.min(before, cursor ?? Infinity) };
  return { newestFirst: false, after: Math.max(after, cursor ?? 0), before };
}

function ordinalOfCursor(cursor: string | null): number | null {
  if (cursor === null || cursor === '') return null;
  if (/^\d{1,10}$/.test(cursor)) return Number(cursor);
  throw new OperationError('invalid-argument', `cursor: must be next_cursor of the page before, got ${JSON.stringify(cursor)}`);
}

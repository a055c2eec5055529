import { type Init, type Message, OperationError } from '@agent-mem/contract';
import { answerBytes, jsonBytes } from '@agent-mem/runtime';
import type { GraphNode, NodeQuery } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { type MessageView, messageMessage, relatedIds } from '../domain/message.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

const pageSize = 50;

/** The messages of a conversation in order. A page ends early where more would not fit into one answer; next_cursor leads on. */
export async function history(request: Request<'history'>, context: Context): Answer<'history'> {
  const conversation = await findConversation(context.graph, context.scope, request.conversation_id);
  const view = {
    toolCalls: request.include_tool_calls ?? true,
    reasoning: request.include_reasoning ?? true,
    weights: request.include_weights,
  };
  const messages: Init<Message>[] = [];
  let after = ordinalOfCursor(request.cursor);
  let bytes = 0;
  for (;;) {
    const wanted = request.limit - messages.length;
    const page = await context.graph.find(context.scope, query(request, conversation, after, Math.min(wanted, pageSize)));
    for (const message of await messagesOf(page.items, view, context)) {
      bytes += jsonBytes(message) + 1;
      if (bytes > answerBytes && messages.length > 0) return { messages, next_cursor: String(after) };
      messages.push(message);
      after = message.ordinal ?? after;
    }
    if (page.nextCursor === null) return { messages, next_cursor: null };
    if (messages.length === request.limit) return { messages, next_cursor: String(after) };
  }
}

/** A cursor is the ordinal of the last message shown. */
function ordinalOfCursor(cursor: string | null): number | null {
  if (cursor === null || cursor === '') return null;
  if (/^\d{1,10}$/.test(cursor)) return Number(cursor);
  throw new OperationError('invalid-argument', `cursor: must be next_cursor of the page before, got ${JSON.stringify(cursor)}`);
}

function query(request: Request<'history'>, conversation: Conversation, after: number | null, limit: number): NodeQuery {
  const base = conversation.message_base;
  const first = { from: base + 1 };
  const forward = after === null ? first : { from: base + after + 1 };
  const backward = after === null ? first : { ...first, to: base + after - 1 };
  return {
    kinds: ['Message'],
    statuses: ['ACTIVE', 'ARCHIVED'],
    conversationId: conversation.id,
    ordinals: request.newest_first ? backward : forward,
    order: 'ordinal',
    descending: request.newest_first,
    limit,
  };
}

async function messagesOf(nodes: readonly GraphNode[], view: MessageView, { graph, scope }: Context): Promise<Init<Message>[]> {
  const ids = view.toolCalls ? nodes.flatMap(relatedIds) : [];
  const related = ids.length > 0 ? await graph.get(scope, ids) : [];
  const byId = new Map(related.map((node) => [node.id, node]));
  return nodes.map((node) => messageMessage(node, view, byId));
}

import { checkCarriable } from '@agent-mem/runtime';
import { appendMessages as planAppend } from '../domain/append.ts';
import { conversationWrite, liveConversation, openConversation } from '../domain/conversation.ts';
import { newMessage } from '../domain/message.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Appends messages at the next ordinals, in one commit. What is learned from them is added to the answer later. */
export async function appendMessages(request: Request<'append_messages'>, context: Context): Answer<'append_messages'> {
  const { clock, config, graph, metrics, notices, scope, signal } = context;
  const now = new Date(clock.now()).toISOString();
  const said = request.messages.map((message) => newMessage(message, clock.now()));
  checkCarriable('messages', said);

  const node = await conversationNode(graph, scope, request.conversation_id);
  const options = { embeds: config.EMBED_MESSAGES, waitingClient: request.wait_ms ? notices.client : null };
  const appended = planAppend(scope, openConversation(request.conversation_id, node, now), said, now, options);
  const conversation = conversationWrite(appended.conversation, now, config.CONVERSATION_IDLE_SECONDS);
  const messages = appended.messages.map(({ id, ordinal, tokenCount }) => ({ message_id: id, ordinal, token_count: tokenCount }));
  const { nodes, edges, events } = appended;
  await graph.commit(scope, { nodes: [conversation, ...nodes], edges, events }, { messages });
  metrics.memories('Message', messages.length);
  if (!liveConversation(node)) metrics.memories('Conversation', 1);
  await context.index(
    scope,
    said.map(({ id }) => id),
    { signal },
  );
  return { messages };
}

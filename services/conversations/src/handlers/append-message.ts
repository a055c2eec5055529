import { checkCarriable, turnFor } from '@agent-mem/runtime';
import type { FollowUpContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { appendMessages } from '../domain/append.ts';
import { conversationWrite, liveConversation, openConversation } from '../domain/conversation.ts';
import { newMessage } from '../domain/message.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Appends one message at the next ordinal. Where two appends meet, the conversation's version makes the later one run again. */
export async function appendMessage(request: Request<'append_message'>, context: Context): Answer<'append_message'> {
  const { clock, config, graph, metrics, scope } = context;
  const now = new Date(clock.now()).toISOString();
  const said = newMessage(request, clock.now());
  checkCarriable('message', said);

  const node = await conversationNode(graph, scope, request.conversation_id);
  const open = openConversation(request.conversation_id, node, now);
  await turnFor(said.content);
  const appended = appendMessages(scope, open, [said], now, { embeds: config.EMBED_MESSAGES });
  await turnFor(said.content);
  const conversation = conversationWrite(appended.conversation, now, config.CONVERSATION_IDLE_SECONDS);
  const [message] = appended.messages;
  const answer = { message_id: said.id, ordinal: message?.ordinal ?? 0, token_count: message?.tokenCount ?? 0 };
  const { nodes, edges, events } = appended;
  await graph.commit(scope, { nodes: [conversation, ...nodes], edges, events }, answer);
  metrics.memories('Message', 1);
  if (!liveConversation(node)) metrics.memories('Conversation', 1);
  return answer;
}

/** Answers once the message can be found. It is stored already. */
export async function indexMessage(
  _request: Request<'append_message'>,
  answer: Appended,
  { accepted, index, scope, signal }: FollowUpContext<Config>,
): Promise<Appended> {
  await accepted({ isAnsweredFirst: true });
  await index(scope, [answer.message_id ?? ''], { signal });
  return answer;
}

type Appended = Awaited<Answer<'append_message'>>;

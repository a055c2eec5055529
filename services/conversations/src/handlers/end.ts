import { conversationWrite, endConversation } from '../domain/conversation.ts';
import { conversationEnded } from '../domain/conversation-ended.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Ends an active conversation and says so once; one that is over already stays as it is. */
export async function end(request: Request<'end'>, context: Context): Answer<'end'> {
  const { clock, config, graph, scope } = context;
  const conversation = await findConversation(graph, scope, request.conversation_id);
  if (conversation.state !== 'active') return { success: true };
  const now = new Date(clock.now()).toISOString();
  const write = conversationWrite(endConversation(conversation, now), now, config.CONVERSATION_IDLE_SECONDS);
  const event = conversationEnded(scope, conversation, 'signal', now);
  await graph.commit(scope, { nodes: [write], events: [event] }, { success: true });
  return { success: true };
}

import { conversationWrite } from '../domain/conversation.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Archives a conversation, whether it had ended or not. Archiving it again changes nothing. */
export async function archive(request: Request<'archive'>, context: Context): Answer<'archive'> {
  const { clock, config, graph, scope } = context;
  const conversation = await findConversation(graph, scope, request.conversation_id);
  if (conversation.state === 'archived') return { success: true };
  const now = new Date(clock.now()).toISOString();
  const archived = { ...conversation, state: 'archived', archived_by: 'caller' } as const;
  await graph.commit(scope, { nodes: [conversationWrite(archived, now, config.CONVERSATION_IDLE_SECONDS)] }, { success: true });
  return { success: true };
}

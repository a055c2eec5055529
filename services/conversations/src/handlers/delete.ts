import { conversationWrite } from '../domain/conversation.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { deleteContents } from '../lifetime/delete-contents.ts';

/**
 * Deletes a conversation softly. It is gone for every caller with the first commit; its messages follow in batches.
 * What a deadline or a crash leaves of them, the service deletes later.
 */
export async function deleteConversation(request: Request<'delete'>, context: Context): Answer<'delete'> {
  const { clock, config, graph, metrics, scope, signal } = context;
  const conversation = await findConversation(graph, scope, request.conversation_id);
  const now = new Date(clock.now()).toISOString();
  const write = conversationWrite({ ...conversation, state: 'deleting', deleted_at: now }, now, config.CONVERSATION_IDLE_SECONDS);
  await graph.commit(scope, { nodes: [write] }, { success: true });
  metrics.memories('Conversation', -1);
  // The effect is stored: a periodic job repairs a failure from here on, not the caller.
  await deleteContents(context, scope, conversation.id, signal).catch((error: unknown) => {
    context.log.warn({ err: error }, 'The messages of a deleted conversation are deleted later');
  });
  return { success: true };
}

import type { WaitingNode } from '@agent-mem/storage';
import { conversationOf, conversationWrite, endConversation } from '../domain/conversation.ts';
import { conversationEnded } from '../domain/conversation-ended.ts';
import type { OnEventContext } from '../handler.ts';
import { deleteContents } from './delete-contents.ts';

/**
 * Looks after a conversation that fell due: ends it if it was idle for too long, by the time we received things,
 * or finishes its deletion if that was cut short.
 */
export async function tendDueConversation({ scope, node }: WaitingNode, context: OnEventContext): Promise<void> {
  const conversation = conversationOf(node);
  if (conversation.state === 'deleting') return deleteContents(context, scope, conversation.id, context.signal);
  const now = new Date(context.clock.now()).toISOString();
  const write = conversationWrite(endConversation(conversation, now), now, context.config.CONVERSATION_IDLE_SECONDS);
  await context.graph.commit(scope, { nodes: [write], events: [conversationEnded(scope, conversation, 'idle', now)] });
}

import { type Event, newEvent, type Scope } from '@agent-mem/contract';
import type { Conversation } from './conversation.ts';

/** The event that says a conversation is over, as it was before its end. It leaves out what an earlier end has reported. */
export function conversationEnded(scope: Scope, conversation: Conversation, reason: 'signal' | 'idle', now: string): Event {
  const conversation_ended = {
    reason,
    message_count: conversation.message_count,
    invocation_count: conversation.invocation_count,
    told_messages: conversation.told_messages,
    told_invocations: conversation.told_invocations,
    flow: conversation.flow,
  };
  return newEvent(scope, conversation.id, { type: 'conversation-ended', data: { conversation_ended } }, Date.parse(now));
}

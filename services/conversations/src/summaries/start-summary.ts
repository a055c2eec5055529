import type { Event } from '@agent-mem/contract';
import { startJob } from '@agent-mem/service-kit';
import { type Conversation, liveConversation } from '../domain/conversation.ts';
import { summaryJobId } from '../domain/summary/summary-node.ts';
import { conversationNode } from '../find-conversation.ts';
import type { OnEventContext } from '../handler.ts';
import { summariseKind } from './summarise-job.ts';

/** Starts, once, the job that brings a conversation's summary up to date, with every so many messages. */
export async function startSummary(event: Event, context: OnEventContext): Promise<void> {
  const ordinal = event.data.message_appended?.ordinal ?? 0;
  if (event.conversation_id === '' || ordinal === 0) return;
  const conversation = liveConversation(await conversationNode(context.graph, context.scope, event.conversation_id));
  if (!conversation || !isDue(conversation, ordinal, context)) return;
  await startJob(
    {
      id: summaryJobId(conversation, ordinal),
      service: 'conversations',
      kind: summariseKind,
      subject: conversation.id,
      conversationIds: [conversation.id],
      input: {},
      waitingClient: null,
    },
    context,
  );
}

function isDue({ enable_summarization, summarize_every }: Conversation, ordinal: number, { config }: OnEventContext): boolean {
  return (enable_summarization ?? config.ENABLE_SUMMARIZATION) && ordinal % (summarize_every ?? config.SUMMARIZE_EVERY) === 0;
}

import { startJob } from '@agent-mem/service-kit';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { summariseKind } from '../summaries/summarise-job.ts';

/** Stores the job that summarises a conversation. What it writes is added to the answer where it is there in time. */
export async function summarize(request: Request<'summarize'>, context: Context): Answer<'summarize'> {
  const conversation = await findConversation(context.graph, context.scope, request.conversation_id);
  const job = await startJob(
    {
      service: 'conversations',
      kind: summariseKind,
      subject: conversation.id,
      conversationIds: [conversation.id],
      input: { abstract: true },
      waitingClient: context.notices.client,
    },
    context,
  );
  return { job_id: job.id };
}

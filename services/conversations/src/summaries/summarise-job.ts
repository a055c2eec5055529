import { finishJob, type Job, type JobResult } from '@agent-mem/service-kit';
import { liveConversation } from '../domain/conversation.ts';
import { conversationNode } from '../find-conversation.ts';
import type { OnEventContext } from '../handler.ts';
import { writeAbstract } from './abstract.ts';
import { makeSummary } from './make-summary.ts';

/** The kind of the jobs that summarise a conversation. */
export const summariseKind = 'summarise';

/** Brings the summary of a conversation up to date, and where a caller asked for them writes its two or three sentences. */
export async function summariseSlice(job: Job, context: OnEventContext): Promise<Job> {
  return finishJob(job, await resultOf(job, context), context);
}

async function resultOf({ subject, input }: Job, context: OnEventContext): Promise<JobResult> {
  const conversation = liveConversation(await conversationNode(context.graph, context.scope, subject ?? ''));
  // It was deleted since.
  if (!conversation) return {};
  const made = await makeSummary(conversation, context);
  if (!made) return {};
  if (input.abstract === true) await writeAbstract(conversation, made, context);
  return { summary_id: made.id };
}

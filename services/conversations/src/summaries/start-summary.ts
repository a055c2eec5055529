import type { Event } from '@agent-mem/contract';
import type { ExpiryReading } from '@agent-mem/retention';
import { type JobPlan, jobNodeOf, startJob } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { type Conversation, liveConversation } from '../domain/conversation.ts';
import { hourOf } from '../domain/summary/expiring-messages.ts';
import { summaryJobId, wholeSummaryId } from '../domain/summary/summary-node.ts';
import { conversationNode } from '../find-conversation.ts';
import type { OnEventContext } from '../handler.ts';
import { summariseKind } from './summarise-job.ts';

/** Starts, once, the job that brings a conversation's summary up to date, with every so many messages. */
export async function startSummary(event: Event, context: OnEventContext): Promise<void> {
  const ordinal = event.data.message_appended?.ordinal ?? 0;
  if (event.conversation_id === '' || ordinal === 0) return;
  const conversation = liveConversation(await conversationNode(context.graph, context.scope, event.conversation_id));
  if (!conversation || !isDue(conversation, ordinal, context)) return;
  await startJob({ ...planOf(conversation), id: summaryJobId(conversation, ordinal) }, context);
}

/** The node of a job that brings a conversation's summary up to date, for a commit that changes what it is of. */
export function summaryJobNode(conversation: Conversation, now: number): NodeWrite {
  return jobNodeOf(planOf(conversation), now);
}

/** The nodes of the jobs that summarise anew what is left of conversations whose summaries expire: one for each conversation and hour. */
export async function summaryJobsAfterExpiry(
  expired: readonly GraphNode[],
  { graph, scope, config, clock }: ExpiryReading<Config>,
): Promise<readonly NodeWrite[]> {
  const now = clock.now();
  const jobs: NodeWrite[] = [];
  for (const { id: summaryId, conversationId } of expired) {
    const conversation = liveConversation(await conversationNode(graph, scope, conversationId ?? ''));
    if (!conversation || wholeSummaryId(conversation) !== summaryId || !isSummarised(conversation, config)) continue;
    const id = summaryJobId(conversation, `expired:${hourOf(now)}`);
    const [known] = await graph.get(scope, [id]);
    if (!known) jobs.push(jobNodeOf({ ...planOf(conversation), id }, now));
  }
  return jobs;
}

/** Whether a conversation is summarised as it goes on. */
export function isSummarised(
  { enable_summarization }: Pick<Conversation, 'enable_summarization'>,
  config: Pick<Config, 'ENABLE_SUMMARIZATION'>,
): boolean {
  return enable_summarization ?? config.ENABLE_SUMMARIZATION;
}

function isDue(conversation: Conversation, ordinal: number, { config }: OnEventContext): boolean {
  return isSummarised(conversation, config) && ordinal % (conversation.summarize_every ?? config.SUMMARIZE_EVERY) === 0;
}

function planOf({ id }: Conversation): JobPlan {
  return {
    service: 'conversations',
    kind: summariseKind,
    subject: id,
    conversationIds: [id],
    input: {},
    waitingClient: null,
  };
}

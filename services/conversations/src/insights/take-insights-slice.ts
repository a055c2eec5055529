import { OperationError } from '@agent-mem/contract';
import { isByRules, usageSum } from '@agent-mem/llm';
import { memoryIsOff, readScopeRules } from '@agent-mem/policy';
import { finishJob, type Job, progress } from '@agent-mem/service-kit';
import type { Conversation } from '../domain/conversation.ts';
import { insightWrites, type StoredInsight } from '../domain/insights/insight.ts';
import { insightForm } from '../domain/insights/insight-form.ts';
import { type InsightsInput, type InsightsMemo, inputOf, memoOf, resultOf, storedMemo } from '../domain/insights/insight-job.ts';
import { insightsByRules } from '../domain/insights/insights-by-rules.ts';
import { findConversation } from '../find-conversation.ts';
import type { OnEventContext } from '../handler.ts';
import { askForInsights } from './ask-for-insights.ts';
import { newestMessages, partOf } from './read-messages.ts';

/** One slice: a model reads a part of a conversation, or rules read all of it. What is found of a conversation is stored with the step that ends it. */
export async function takeInsightsSlice(job: Job, context: OnEventContext): Promise<Job> {
  const input = inputOf(job);
  const memo = memoOf(job);
  const id = input.conversation_ids[memo.made.length];
  if (id === undefined) return finishJob(job, resultOf(input, memo), context);

  const rules = await readScopeRules(context, context.scope, id);
  if (rules.memory === 'off') throw memoryIsOff();
  const conversation = await findConversation(context.graph, context.scope, id);
  const read = await readOn(conversation, input, memo, context);
  if (!read.insight) return progress(job, { progress: read.share, memo: storedMemo(read.memo) }, context);
  return storeInsight(job, conversation, { memo: read.memo, insight: read.insight }, context);
}

type ReadInsight = Pick<StoredInsight, 'results' | 'by' | 'model_away'>;

/** What a slice came to: a part was read, or the conversation is read to its end. */
interface ReadOn {
  readonly memo: InsightsMemo;
  /** `null`: more of the conversation is to be read. */
  readonly insight: ReadInsight | null;
  /** How much of the whole job is done. */
  readonly share: number;
}

async function readOn(
  conversation: Conversation,
  input: InsightsInput,
  memo: InsightsMemo,
  context: OnEventContext,
): Promise<ReadOn> {
  const { conversation_ids, task } = input;
  const form = insightForm(input);
  const byRules = async (model_away: boolean, usage = memo.usage): Promise<ReadOn> => {
    const results = JSON.stringify(insightsByRules(form.items, await newestMessages(conversation, context)));
    return { memo: { ...memo, usage }, insight: { results, by: 'rules', model_away }, share: 1 };
  };
  const { summaryModel, learningModel } = context;
  const asking = { ...context, chatModel: isByRules(summaryModel) ? learningModel(conversation.flow) : summaryModel };
  if (isByRules(asking.chatModel)) return byRules(false);
  const part = await partOf(conversation, memo.read, context);
  if (part.messages.length === 0 && memo.found === '') return byRules(false);
  const asked = await askForInsights({ form, task, found: memo.found, messages: part.messages }, asking);
  const usage = usageSum(memo.usage, asked.usage);
  if (!('insights' in asked)) return byRules(asked.without === 'away', usage);
  const found = JSON.stringify(asked.insights);
  const after = { ...memo, usage, found, read: part.read };
  if (part.isLast) return { memo: after, insight: { results: found, by: asking.chatModel.id, model_away: false }, share: 1 };
  const done = memo.made.length + part.read / Math.max(part.read + 1, conversation.message_count);
  return { memo: after, insight: null, share: done / conversation_ids.length };
}

async function storeInsight(
  job: Job,
  conversation: Conversation,
  { memo, insight }: { readonly memo: InsightsMemo; readonly insight: ReadInsight },
  context: OnEventContext,
): Promise<Job> {
  const input = inputOf(job);
  const { task, conversation_ids } = input;
  if (Buffer.byteLength(insight.results) > mostResultBytes)
    throw new OperationError(
      'out-of-range',
      `The insights of conversation ${conversation.id} are more than ${mostResultBytes} bytes`,
    );
  const about = { ...insight, task, job_id: job.id, message_count: conversation.message_count };
  const { id, nodes, edges } = insightWrites(conversation.id, about, context.clock.now());
  const made = [...memo.made, { conversation_id: conversation.id, insight_id: id, ...insight }];
  const after = { ...memo, made, found: '', read: 0 };
  const isLast = made.length === conversation_ids.length;
  const written = isLast
    ? await finishJob(job, resultOf(input, after), context, { nodes, edges })
    : await progress(job, { progress: made.length / conversation_ids.length, memo: storedMemo(after) }, context, {
        nodes,
        edges,
      });
  context.metrics.memories('Insight', 1);
  return written;
}

/** Fifty of them are one answer. */
const mostResultBytes = 10_240;

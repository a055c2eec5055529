import { countTokens } from '@agent-mem/recall/ranking';
import { type EventContext, failJob, type Job, progress, writeSummary } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { matterOf, summaryRoom } from '../domain/compaction/matter.ts';
import { type CompactionMemo, storedMemo } from './compaction-job.ts';
import { storeSummary } from './store-summary.ts';

/** What one question to a model holds of the nodes. */
const partTokens = 6_000;

/** Summarises the next part of the nodes together with the summary so far, by the model or by rules; after the last part the summary is stored. */
export async function summariseNext(
  job: Job,
  memo: CompactionMemo,
  originals: readonly GraphNode[],
  context: EventContext<Config>,
): Promise<Job> {
  const all = originals.map(matterOf);
  const end = endOfPart(all, memo.read);
  const maxTokens = summaryRoom(all.slice(0, end));
  const messages = all.slice(memo.read, end);
  const matter = { previous: memo.content, messages, summaries: [], facts: [], maxTokens };
  // Rules choose from all that has been read: a choice of a choice would lose more.
  const ofRules = { ...matter, previous: '', messages: all.slice(0, end) };
  const template = memo.read === 0 ? 'summary-chunk' : 'summary-rolling';
  const { content, model } = await writeSummary(template, matter, null, context, ofRules);
  if (end < all.length) {
    const step = { progress: 0.1 + (0.9 * end) / all.length, memo: storedMemo({ ...memo, content, read: end, model }) };
    return progress(job, step, context);
  }
  if (content.trim() === '') return failJob(job, 'There is nothing to say of the nodes: nothing is archived', context);
  return storeSummary(job, originals, { content, model }, context);
}

/** The position behind the last node that one question holds: at least one. */
function endOfPart(all: readonly { readonly content: string }[], from: number): number {
  let tokens = 0;
  for (let index = from; index < all.length; index += 1) {
    tokens += countTokens(all[index]?.content ?? '');
    if (index > from && tokens > partTokens) return index;
  }
  return all.length;
}

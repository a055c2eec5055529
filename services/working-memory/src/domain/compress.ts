import type { CompressedTrace } from '@agent-mem/contract';
import { type AssembleOptions, divide } from './assemble.ts';
import { type Addition, additionByRules, extended, type NewSteps, stepsBetween, storedRecord } from './record.ts';
import type { Trace, TraceSummary } from './trace.ts';
import { writtenRecord } from './written-record.ts';

/** Part of the budget that a stored summary may take, so that the trace has room to grow before it is compressed again. */
const summaryShare = 0.25;
const leastSummaryTokens = 25;
/** Part of the budget that a model may fill with one paragraph. */
const paragraphShare = 0.1;

/** What is to be written down of a trace. */
export interface CompressPlan {
  /** Position of the first item that stays word by word. */
  readonly covers: number;
  /** Most tokens of the summary's words. */
  readonly maxTokens: number;
  /** Most tokens of a model's paragraph. */
  readonly paragraphTokens: number;
  /** What was written down before. */
  readonly record: CompressedTrace;
  readonly added: NewSteps;
}

/** `null`: there is nothing older than what stays word by word, or the summary there is covers it already. */
export function planCompression(trace: Trace, options: AssembleOptions): CompressPlan | null {
  const { recentStart: covers, summaryTokens } = divide(trace, options);
  const start = trace.summary?.covers ?? 0;
  if (covers <= start) return null;
  return {
    covers,
    maxTokens: Math.max(leastSummaryTokens, Math.min(summaryTokens, Math.floor(options.maxTokens * summaryShare))),
    paragraphTokens: Math.max(leastSummaryTokens, Math.floor(options.maxTokens * paragraphShare)),
    record: storedRecord(trace, options.question),
    added: stepsBetween(trace.items, start, covers),
  };
}

/** The trace's summary with what a model wrote of the new steps; without that, by rules. */
export function compressedSummary(
  trace: Trace,
  plan: CompressPlan,
  question: string,
  byModel: Addition | null = null,
): TraceSummary {
  const addition = byModel ?? additionByRules(plan.added);
  const record = extended(plan.record, trace, plan.added, addition, question);
  const content = writtenRecord(record, plan.maxTokens);
  return { covers: plan.covers, content, method: byModel ? 'model' : 'rules', record };
}

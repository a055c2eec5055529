import { countTokens } from '@agent-mem/recall/ranking';
import { type AssembleOptions, divide } from './assemble.ts';
import { digest, withFragments } from './digest.ts';
import { essentialFragments } from './fragment.ts';
import type { Trace, TraceSummary } from './trace.ts';

/** Part of the budget that a stored summary may take, so that the trace has room to grow before it is compressed again. */
const summaryShare = 0.25;
const leastSummaryTokens = 25;

/** What is to be summarised of a trace, and in how many tokens. */
export interface CompressPlan {
  readonly covers: number;
  readonly maxTokens: number;
  /** Of these the model may use so many; the rest is for what must survive. */
  readonly modelTokens: number;
}

/** `null`: there is nothing older than what stays word by word, or the summary there is covers it already. */
export function planCompression(trace: Trace, options: AssembleOptions): CompressPlan | null {
  const { recentStart, summaryTokens } = divide(trace, options);
  if (recentStart <= (trace.summary?.covers ?? 0)) return null;
  const maxTokens = Math.max(leastSummaryTokens, Math.min(summaryTokens, Math.floor(options.maxTokens * summaryShare)));
  const required = withFragments(
    '',
    essentialFragments(trace.items.slice(0, recentStart), options.question, maxTokens),
    Math.floor(maxTokens / 2),
  );
  return { covers: recentStart, maxTokens, modelTokens: maxTokens - countTokens(required) };
}

/** A summary in the model's words with what must survive added where it is missing. */
export function summaryByModel(trace: Trace, plan: CompressPlan, question: string, answer: string): TraceSummary {
  const fragments = essentialFragments(trace.items.slice(0, plan.covers), question, plan.maxTokens);
  return { covers: plan.covers, content: withFragments(answer, fragments, plan.maxTokens), method: 'model' };
}

/** A summary of what was said already, word by word. */
export function summaryByRules(trace: Trace, plan: CompressPlan, question: string): TraceSummary {
  const content = digest({ items: trace.items.slice(0, plan.covers), summary: trace.summary, question }, plan.maxTokens);
  return { covers: plan.covers, content, method: 'rules' };
}

/** A model's paragraph, if it can stand for the steps. */
export function readParagraph(answer: string, maxTokens: number): { readonly value: string } | { readonly unusable: string } {
  const text = answer.trim();
  if (text === '') return { unusable: 'empty' };
  return countTokens(text) > maxTokens ? { unusable: 'too-long' } : { value: text };
}

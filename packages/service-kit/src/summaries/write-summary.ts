import { OperationError } from '@agent-mem/contract';
import { isByRules, type SummaryVariables, type TemplateName } from '@agent-mem/llm';
import { countTokens } from '@agent-mem/recall/ranking';
import { inTurns } from '@agent-mem/runtime';
import type { EventContext } from '../context.ts';
import { withinBudget } from '../learning/within-budget.ts';
import { type AskingContext, modelAnswer } from '../model/model-answer.ts';
import { extractSummary } from './extract-summary.ts';
import { wholeSentences } from './whole-sentences.ts';

/** A template that answers a summary. */
type SummaryTemplate = Extract<TemplateName, `summary-${string}`>;

/** What a summary is to be made of. */
export interface SummaryMatter extends Omit<SummaryVariables, 'max_tokens'> {
  readonly maxTokens: number;
  readonly minSentences?: number;
  readonly maxSentences?: number;
}

/** A summary's text, and who wrote it. */
export interface WrittenSummary {
  readonly content: string;
  readonly method: 'rules' | 'model';
  /** The model that wrote it; `null`: rules. */
  readonly model: string | null;
}

/** What writing takes of a service's context. */
export type SummaryContext = EventContext<AskingContext['config']>;

/** A model may count other tokens than we do. */
const tolerance = 1.25;

/**
 * A summary by the summary model, or of what is said in the flow by the flow's. Rules write it where there is no model, its tokens of the day are spent
 * or its answer cannot be used, from what is for them (`ofRules`). Rejects with `unavailable` where there is one and it is away.
 */
export async function writeSummary(
  template: SummaryTemplate,
  matter: SummaryMatter,
  flow: string | null,
  context: SummaryContext,
  ofRules: SummaryMatter = matter,
): Promise<WrittenSummary> {
  const { maxTokens, minSentences, maxSentences, ...variables } = matter;
  const chatModel = isByRules(context.summaryModel) ? context.learningModel(flow) : context.summaryModel;
  const byRules = async (): Promise<WrittenSummary> => ({
    content: await inTurns(extractSummary(textOf(ofRules), { maxTokens, minSentences, maxSentences })),
    method: 'rules',
    model: null,
  });
  if (isByRules(chatModel)) return await byRules();
  if (context.modelAbsence.isAway(chatModel.id)) throw new OperationError('unavailable', `The model ${chatModel.id} is away`);
  try {
    const asked = await withinBudget({ ...context, chatModel }, (counting) =>
      modelAnswer(counting, template, { ...variables, max_tokens: maxTokens }, readWithin(maxTokens, maxSentences)),
    );
    return asked?.value ? { content: asked.value, method: 'model', model: chatModel.id } : await byRules();
  } catch (error) {
    if (!context.signal.aborted) context.modelAbsence.failed(chatModel.id);
    throw error;
  }
}

/** What rules choose from: a summary so far says again what the parts and messages say. */
function textOf({ previous, summaries, messages }: SummaryMatter): string {
  const parts = summaries.map(({ content }) => content);
  return [...(parts.length === 0 ? [previous] : parts), ...messages.map(({ content }) => content)].join('\n');
}

/** The sentences of an answer that fit. */
function readWithin(maxTokens: number, maxSentences = Infinity) {
  return (answer: string): { readonly value: string } | { readonly unusable: string } => {
    const sentences = wholeSentences(answer).slice(0, maxSentences);
    let count = sentences.length;
    while (count > 0 && countTokens(sentences.slice(0, count).join(' ')) > maxTokens * tolerance) count -= 1;
    if (count > 0) return { value: sentences.slice(0, count).join(' ') };
    return { unusable: sentences.length === 0 ? 'empty' : 'too-long' };
  };
}

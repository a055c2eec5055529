import { type InvocationSummary, isOwnQuote, ownAnswers, ownQuotes } from '@agent-mem/contract';
import type { AskedTurn } from '@agent-mem/recall';

/** The turn in the agent's words. `turns`: of the conversation, oldest first. */
export function quotedTurn({ whose, index }: AskedTurn, turns: readonly InvocationSummary[]): string {
  const turn = turns.at(index);
  const text = whose === 'answer' ? turn?.result : turn?.query;
  if (!text) return whose === 'answer' ? ownAnswers.noSuchAnswer : ownAnswers.noSuchMessage;
  // An answer that was a quote is given again as it was: a quote of a quote would be longer each time.
  if (whose === 'answer' && isOwnQuote(text)) return text;
  return `${whose === 'answer' ? ownQuotes.answered : ownQuotes.wrote}"${text}"`;
}

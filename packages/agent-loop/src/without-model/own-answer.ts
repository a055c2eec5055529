import { isOwnQuote, ownAnswers, ownQuotes } from '@agent-mem/contract';
import type { AskedTurn } from '@agent-mem/recall';

/** What was said, in the agent's words; `null`: nothing was. */
export function quotedTurn({ whose }: Pick<AskedTurn, 'whose'>, text: string | null): string {
  if (!text) return whose === 'answer' ? ownAnswers.noSuchAnswer : ownAnswers.noSuchMessage;
  // An answer that was a quote is given again as it was: a quote of a quote would be longer each time.
  if (whose === 'answer' && isOwnQuote(text)) return text;
  return `${whose === 'answer' ? ownQuotes.answered : ownQuotes.wrote}"${text}"`;
}

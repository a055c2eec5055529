import { sentencesOf } from '@agent-mem/llm';
import { withoutUser } from '@agent-mem/recall/believed';
import { type Language, queryTerms } from '@agent-mem/recall/ranking';
import { type Sliced, sliceEnd } from '@agent-mem/runtime';

/** Longest quote stored as evidence, in characters. */
const maxCharacters = 1_024;
const sentencesASlice = 500;

/** Where a statement may come from. */
export interface Quote {
  /** The sentence that says it, or the whole text where none says more of it than the others. */
  readonly text: string;
  /** How much of the statement's words it has, 0 to 1. */
  readonly share: number;
}

/** What of a text a statement was read out of. */
export function* quoting(statement: string, text: string, language: Language): Sliced<Quote> {
  const asked = queryTerms(withoutUser(statement), language);
  const measured: Quote[] = [];
  /** A text may say the same a thousand times. */
  const shares = new Map<string, number>();
  for (const [index, sentence] of sentencesOf(text).entries()) {
    if (index % sentencesASlice === 0) yield* sliceEnd(text);
    const share = shares.get(sentence) ?? shareOf(asked, sentence, language);
    shares.set(sentence, share);
    measured.push({ text: sentence, share });
  }
  const best = Math.max(0, ...measured.map(({ share }) => share));
  const [first, second] = measured.filter(({ share }) => share === best);
  if (best > 0 && first && !second) return { ...first, text: clipped(first.text) };
  yield* sliceEnd(text);
  return { text: clipped(text), share: shareOf(asked, text, language) };
}

function shareOf(asked: readonly string[], text: string, language: Language): number {
  if (asked.length === 0) return 0;
  const held = new Set(queryTerms(text, language));
  return asked.filter((term) => held.has(term)).length / asked.length;
}

function clipped(text: string): string {
  // No sign has more than two halves.
  return [...text.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('');
}

import { textHash } from '@agent-mem/contract';
import { withoutUser } from '@agent-mem/recall/believed';
import { type Language, queryTerms } from '@agent-mem/recall/ranking';

/** Share of the words of both that both have, from which on two statements say the same. */
const leastShared = 0.6;

/**
 * Whether two statements that were read out of the same text say the same thing, in other words perhaps: one has all the words of the other, or
 * nearly all. Of statements of different texts that would be too little.
 */
export function saysTheSame(one: string, other: string, language: Language): boolean {
  if (textHash(one) === textHash(other)) return true;
  const [words, otherWords] = [wordsOf(one, language), wordsOf(other, language)];
  const shared = [...words].filter((word) => otherWords.has(word)).length;
  const fewest = Math.min(words.size, otherWords.size);
  return fewest > 0 && (shared === fewest || shared / (words.size + otherWords.size - shared) >= leastShared);
}

/** "The user" is how statements name the writer of "I", and says nothing of its own. */
function wordsOf(statement: string, language: Language): ReadonlySet<string> {
  return new Set(queryTerms(withoutUser(statement), language));
}

import type { Candidate } from '../pool.ts';
import { likeness, trigrams } from '../trigrams.ts';

/** Shorter words are like too many others. */
const fewestLetters = 4;

/**
 * What each document holds of a word that nobody has written, 0 to 1: the likeness of its own word that is most like it, counted from `least`
 * on. So a slip finds what was meant, and a word that is known is never taken for another.
 */
export function spelt(word: string, documents: readonly Candidate[], least: number): Float64Array {
  const held = new Float64Array(documents.length);
  if (word.length < fewestLetters || least >= 1) return held;
  const asked = trigrams(word);
  for (const [index, { fields }] of documents.entries()) {
    let most = 0;
    const words = typeof fields.spellings === 'string' ? fields.spellings.split(' ') : [];
    for (const written of words) most = Math.max(most, likeness(asked, written));
    held[index] = Math.max(0, (most - least) / (1 - least));
  }
  return held;
}

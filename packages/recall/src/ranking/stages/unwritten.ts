import type { Candidate } from '../pool.ts';
import type { RecallProfile } from '../profile.ts';
import { likeness, trigrams } from '../trigrams.ts';

/** Shorter words are like too many others. */
const fewestLetters = 4;

/** Compares a word with others by what it means; `null`: the word is not known. */
export type Meaning = (word: string) => ((other: string) => number) | null;

/** The words of documents, each once. */
export interface Spellings {
  readonly words: readonly string[];
  /** For each document, the indices of its words. */
  readonly held: readonly (readonly number[])[];
}

/** Reads the words of documents, once for all words of a question. */
export function spellingsOf(documents: readonly Candidate[]): Spellings {
  const indices = new Map<string, number>();
  const held = documents.map(({ fields }) => {
    const words = typeof fields.spellings === 'string' && fields.spellings !== '' ? fields.spellings.split(' ') : [];
    return words.map((word) => {
      const index = indices.get(word) ?? indices.size;
      indices.set(word, index);
      return index;
    });
  });
  return { words: [...indices.keys()], held };
}

/**
 * What each document holds of a word that nobody has written, 0 to 1: the likeness of its own word that is most like it, in letters or in
 * meaning, counted from the least on. So a slip finds what was meant, and a glasshouse the greenhouse. A word that is known is never taken for another.
 */
export function unwritten(
  word: string,
  { words, held }: Spellings,
  { leastLikeness, leastMeaning }: Pick<RecallProfile, 'leastLikeness' | 'leastMeaning'>,
  meaning: Meaning | null = null,
): Float64Array {
  const letters = word.length >= fewestLetters && leastLikeness < 1 ? trigrams(word) : null;
  const meant = leastMeaning < 1 ? (meaning?.(word) ?? null) : null;
  const alike = new Float64Array(words.length);
  words.forEach((written, index) => {
    const spelt = letters === null ? 0 : countedFrom(leastLikeness, likeness(letters, written));
    alike[index] = meant === null ? spelt : Math.max(spelt, countedFrom(leastMeaning, meant(written)));
  });
  const most = new Float64Array(held.length);
  held.forEach((indices, index) => {
    for (const word of indices) most[index] = Math.max(most[index] ?? 0, alike[word] ?? 0);
  });
  return most;
}

function countedFrom(least: number, value: number): number {
  return (value - least) / (1 - least);
}

import type { LabelledPair, LabelledSentence } from './load.ts';

/** A sentence with the names that were found in it. */
export interface ScoredSentence extends LabelledSentence {
  readonly found: readonly string[];
}

/** A pair, and whether its sentences came to be joined. */
export interface ScoredPair extends LabelledPair {
  readonly found: boolean;
}

/** Figures of some sentences or pairs. */
export interface Figures {
  readonly there: number;
  readonly found: number;
  readonly right: number;
  /** Of what was found, the share that is right; NaN where nothing was. */
  readonly precision: number;
  /** Of what is there, the share that was found; NaN where nothing is. */
  readonly recall: number;
}

/** Counts names; letters count, and not their case. */
export function figuresOfNames(scored: readonly ScoredSentence[]): Figures {
  return sharesOf(scored.map(({ names, found }) => [spelled(names), spelled(found)]));
}

/** Counts pairs. */
export function figuresOfPairs(scored: readonly ScoredPair[]): Figures {
  const one = (is: boolean): readonly string[] => (is ? ['joined'] : []);
  return sharesOf(scored.map(({ joined, found }) => [one(joined), one(found)]));
}

/** The names of a sentence that were not found, and what was found and is none. */
export function wrongOf({ names, found }: ScoredSentence): {
  readonly missed: readonly string[];
  readonly extra: readonly string[];
} {
  const [there, seen] = [spelled(names), spelled(found)];
  return { missed: there.filter((name) => !seen.includes(name)), extra: seen.filter((name) => !there.includes(name)) };
}

function sharesOf(counted: readonly (readonly [there: readonly string[], found: readonly string[]])[]): Figures {
  let [there, found, right] = [0, 0, 0];
  for (const [own, seen] of counted) {
    there += own.length;
    found += seen.length;
    right += seen.filter((name) => own.includes(name)).length;
  }
  return { there, found, right, precision: right / found, recall: right / there };
}

function spelled(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

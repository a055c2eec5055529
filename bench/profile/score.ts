import type { LabelledFact } from './load.ts';

/** A fact with the field that was found for it; `null`: none. */
export interface Scored extends LabelledFact {
  readonly found: string | null;
}

/** Figures of some facts. */
export interface Figures {
  readonly facts: number;
  /** For how many a field was found. */
  readonly found: number;
  readonly right: number;
  /** Of the fields found, the share that is right; NaN where none was. */
  readonly precision: number;
  /** Of the facts that belong to a field, the share for which that one was found; NaN where none does. */
  readonly recall: number;
}

/** Counts over some facts. */
export function figuresOf(scored: readonly Scored[]): Figures {
  const found = scored.filter((each) => each.found !== null).length;
  const right = scored.filter(({ field, found }) => found !== null && field === found).length;
  const labelled = scored.filter(({ field }) => field !== null).length;
  return { facts: scored.length, found, right, precision: right / found, recall: right / labelled };
}

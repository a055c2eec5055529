import type { Question, Sample } from '../locomo/load.ts';
import { type Twin, twinsOf } from './twins.ts';

/** Feedback of some sessions of a conversation, and what is asked after it. */
export interface Fold {
  readonly name: string;
  /** Feedback is given to the originals. */
  readonly learned: readonly Twin[];
  /** Questions of categories 1 to 4 that only other sessions answer. */
  readonly others: readonly Question[];
}

/** Two folds: feedback from the sessions of even numbers, and from those of odd numbers. */
export function foldsOf(sample: Sample): readonly Fold[] {
  const twins = twinsOf(sample);
  const answerable = sample.questions.filter(({ category }) => category !== 5);
  return [0, 1].map((rest) => ({
    name: rest === 0 ? 'even' : 'odd',
    learned: twins.filter(({ original, twin }) => isWithin(original, rest) && isWithin(twin, rest)),
    others: answerable.filter((question) => isWithin(question, 1 - rest)),
  }));
}

function isWithin({ evidence }: Question, rest: number): boolean {
  return [...evidence].every((id) => Number(/^D(\d+):/.exec(id)?.[1]) % 2 === rest);
}

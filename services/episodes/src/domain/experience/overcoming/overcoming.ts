import { onlyLooks } from './looking.ts';
import { type Attempt, isSameAttempt } from './same-attempt.ts';

/** A step as it is read here. */
export interface Tried extends Attempt {
  readonly observation: string;
  readonly success: boolean;
  /** The error folded; `null`: it met none. */
  readonly key: string | null;
}

/** How an error was got over. */
export interface Overcoming {
  /** Positions of the steps that may have done it, in order; never empty. */
  readonly candidates: readonly number[];
  /** The one of them that rules name. */
  readonly likeliest: number;
  /** Position of the attempt that succeeded. */
  readonly at: number;
  /** Positions of the steps that only looked meanwhile. */
  readonly looks: readonly number[];
}

/**
 * What got over the error that the step at this position met last; `null`: nothing did, or nothing that could be named. The same attempt, or
 * nearly, must succeed later. What changed something until it no longer met the error may have done it; if nothing did, the attempt's own
 * arguments, where they are others.
 */
export function overcomingOf(tries: readonly Tried[], failed: number): Overcoming | null {
  const attempt = tries[failed];
  if (attempt === undefined) return null;
  const again = tries.flatMap((step, index) =>
    index > failed && isSameAttempt(attempt, step, () => shownBetween(tries, failed, index)) ? [index] : [],
  );
  const over = again.find((index) => tries[index]?.success);
  const next = again[0];
  if (over === undefined || next === undefined) return null;
  const changes = changesBetween(tries, failed, next);
  const looks = looksBetween(tries, failed, over);
  if (changes.length > 0) return { candidates: changes, likeliest: likeliestOf(tries, attempt, changes), at: over, looks };
  // Between a second error and its end there may be changes, which are not of this one.
  if (changesBetween(tries, next, over).length > 0) return null;
  return isSameGiven(attempt, tries[over]) ? null : { candidates: [over], likeliest: over, at: over, looks };
}

function changesBetween(tries: readonly Tried[], from: number, to: number): readonly number[] {
  return tries.flatMap((step, index) =>
    index > from && index < to && step.success && !onlyLooks(step.action, step.args) ? [index] : [],
  );
}

function looksBetween(tries: readonly Tried[], from: number, to: number): readonly number[] {
  return tries.flatMap((step, index) => (index > from && index < to && onlyLooks(step.action, step.args) ? [index] : []));
}

function shownBetween(tries: readonly Tried[], from: number, to: number): string {
  return tries
    .slice(from, to)
    .flatMap(({ observation, args }) => [observation, ...Object.values(args)])
    .join('\n');
}

function isSameGiven(a: Attempt, b: Attempt | undefined): boolean {
  return JSON.stringify(a.args) === JSON.stringify(b?.args);
}

/** Of several changes the one that shares most words with the error and what failed; among equals the last, which came right before the success. */
function likeliestOf(tries: readonly Tried[], failed: Tried, changes: readonly number[]): number {
  const words = wordsIn(`${failed.observation} ${textOf(failed)}`);
  const shared = (index: number) => {
    const step = tries[index];
    return step ? [...wordsIn(textOf(step))].filter((word) => words.has(word)).length : 0;
  };
  return changes.reduce((best, index) => (shared(index) >= shared(best) ? index : best));
}

function textOf({ action, args }: Attempt): string {
  return `${action} ${Object.values(args).join(' ')}`;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? []);
}

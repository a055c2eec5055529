import { setImmediate as nextRound } from 'node:timers/promises';
import type { Next, Work } from '../work.ts';

/** A text of so many characters takes milliseconds each time that it is looked through. */
const longCharacters = 8_192;

/** Before it goes on with a long text it lets the process look for what else has come: each part of the work is short, and their sum is not. */
export function inSlices<Own extends Work>(messageOf: (work: Own) => object, next: Next<Own>): Next<Own> {
  return async (work) => {
    if (Object.values(messageOf(work)).some(isLong)) await nextRound();
    return next(work);
  };
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length >= longCharacters;
}

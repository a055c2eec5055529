import { isLong, ownTurn } from '@agent-mem/runtime';
import type { Next, Work } from '../work.ts';

/** Before it goes on with a long text it lets the process look for what else has come: each part of the work is short, and their sum is not. */
export function inSlices<Own extends Work>(messageOf: (work: Own) => object, next: Next<Own>): Next<Own> {
  return async (work) => {
    if (Object.values(messageOf(work)).some((value) => typeof value === 'string' && isLong(value))) await ownTurn();
    return next(work);
  };
}

import { argsProblem } from '../reply/json-args.ts';
import type { StepRecord } from '../step-record.ts';
import { callDigest, type IntendedCall, tooManyCalls } from './intended-turn.ts';

/** So many calls that were not made as repeats, one after the other, and the model is asked for its answer. */
const mostInVain = 2;
/** A result so many times in a row says that one more call gives the same. */
const mostEqual = 2;

const repeated = 'this call was not made';
/** How an observation begins that is no result of its call. */
const notMade = [repeated, argsProblem, tooManyCalls].map((problem) => `Error: ${problem}`);

/** What the steps so far say of calls that the model makes again and again. */
export interface Repeats {
  /** Why the call is not made; `null`: it may be. */
  problemOf(call: Pick<IntendedCall, 'tool' | 'args'>): string | null;
  /** The model goes on with calls that give nothing new. */
  readonly standsStill: boolean;
}

/**
 * A call that gave an equal result twice, while no other call gave anything new, is not made a third time: the second one always is, since it may be meant. All is read from the steps,
 * so any process that has them decides alike.
 */
export function repeatsIn(records: readonly StepRecord[]): Repeats {
  const known = new Map<string, { readonly result: string; times: number }>();
  let inVain = 0;
  for (const { step, unusable } of records) {
    if (unusable) continue;
    if (isRepeat(step)) inVain += 1;
    if (notMade.some((problem) => step.observation.startsWith(problem))) continue;
    const digest = callDigest(step.action, JSON.parse(step.arguments));
    const result = withoutKeys(step.observation);
    const before = known.get(digest);
    if (before?.result === result) before.times += 1;
    else {
      inVain = 0;
      for (const each of known.values()) each.times = 1;
      known.set(digest, { result, times: 1 });
    }
  }
  return {
    problemOf({ tool, args }) {
      if ((known.get(callDigest(tool, args))?.times ?? 0) < mostEqual) return null;
      return `${repeated}: it was asked for with the same arguments before, with the same result each time. You have that result. Give the final answer with what you know, or do something else`;
    },
    standsStill: inVain >= mostInVain,
  };
}

/** Whether the call of the step was not made, since it was a repeat. */
export function isRepeat({ observation }: StepRecord['step']): boolean {
  return observation.startsWith(`Error: ${repeated}`);
}

/** A long result is stored aside under another key each time. */
function withoutKeys(observation: string): string {
  return observation.replace(/\[MemoryRef: \S+/g, '[MemoryRef:');
}

import { dayMs } from '@agent-mem/contract';
import { integer } from '@agent-mem/runtime';
import type { Backlog } from './backlog.ts';

const firstPauseMs = 10_000;
const longestPauseMs = 900_000;

/** The variables of a service whose learning may wait. */
export const learningVariables = {
  LEARN_RETRY_DAYS: integer({
    meaning:
      'How long a model that was away is asked again about texts that only rules have read; after that the facts of the rules stay',
    unit: 'days',
    min: 0,
    max: 365,
    default: 7,
  }),
};

/** When a model that was away so often is asked again, in milliseconds since 1970. */
export function retryAt(attempts: number, now: number): number {
  return now + Math.min(firstPauseMs * 2 ** Math.max(0, attempts - 1), longestPauseMs);
}

/** What waits for a model that is away, once more: its pauses grow. */
export function awayAgain(backlog: Backlog, now: number): Backlog {
  if (backlog.waitsFor === 'model') return { ...backlog, attempts: backlog.attempts + 1 };
  return { ...backlog, waitsFor: 'model', since: new Date(now).toISOString(), attempts: 1 };
}

/** Whether a model was away for so long that it is asked no more. */
export function isGivenUp(
  { waitsFor, since }: Backlog,
  { LEARN_RETRY_DAYS }: { readonly LEARN_RETRY_DAYS: number },
  now: number,
) {
  return waitsFor === 'model' && now - Date.parse(since) >= LEARN_RETRY_DAYS * dayMs;
}

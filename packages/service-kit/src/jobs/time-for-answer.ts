import type { Clock } from '@agent-mem/contract';

/** Left of the request's time for the answer: a tenth, at most a second. */
const shareForAnswer = 0.1;
const mostForAnswerMs = 1_000;

/** What the time of a request is reckoned by. */
export interface RequestTime {
  readonly clock: Pick<Clock, 'now'>;
  timeLeftMs(atMost: number): number;
}

/** Until when work may go on so that the answer still comes in time; `mostMs`: of a request that has more time or any. */
export function workUntil({ clock, timeLeftMs }: RequestTime, mostMs: number): number {
  const leftMs = timeLeftMs(mostMs);
  return clock.now() + leftMs - Math.min(leftMs * shareForAnswer, mostForAnswerMs);
}

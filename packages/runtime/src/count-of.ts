import { type Clock, isWithin } from '@agent-mem/contract';

/** Counts what comes by spans of so many milliseconds, one after the other: each call answers which of its span it is, from 1. */
export function createCountOf(spanMs: number, clock: Pick<Clock, 'now'>): () => number {
  let since = clock.now();
  let count = 0;
  return () => {
    if (!isWithin(spanMs, since, clock.now())) {
      since = clock.now();
      count = 0;
    }
    count += 1;
    return count;
  };
}

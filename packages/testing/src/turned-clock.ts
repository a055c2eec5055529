import { setImmediate as immediate } from 'node:timers/promises';
import type { Clock } from '@agent-mem/contract';

/** A clock whose time only moves when it is turned. */
export interface TurnedClock extends Clock {
  /** How many sleep on it now. */
  readonly sleepers: number;
  /**
   * Moves the time on by so many milliseconds. Sleepers wake in the order of their times, each at its own; what one does when it wakes,
   * and may sleep on again, happens before the next one wakes, as far as it waits for nothing but promises and I/O that is ready.
   */
  advance(ms: number): Promise<void>;
  /** Moves the time on at once, as for a machine that slept: whose time has come wakes at the end of it, once, in the order of their times. */
  leap(ms: number): Promise<void>;
}

interface Sleeper {
  readonly wakesAt: number;
  wake(): void;
}

/** Starts at the time given (milliseconds since 1970), else at noon of 1 January 2026, UTC. */
export function turnedClock(start: number = Date.UTC(2026, 0, 1, 12)): TurnedClock {
  let now = start;
  const sleepers = new Set<Sleeper>();

  async function advance(ms: number): Promise<void> {
    const until = now + ms;
    for (;;) {
      await immediate();
      const next = firstToWake(sleepers);
      if (!next || next.wakesAt > until) break;
      now = Math.max(now, next.wakesAt);
      next.wake();
    }
    now = until;
    await immediate();
  }

  return {
    now: () => now,
    get sleepers() {
      return sleepers.size;
    },
    sleep(ms, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const over = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', abort);
        };
        const sleeper: Sleeper = {
          wakesAt: now + Math.max(0, ms),
          wake() {
            over();
            resolve();
          },
        };
        const abort = () => {
          over();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        sleepers.add(sleeper);
      });
    },
    advance,
    leap(ms) {
      now += ms;
      return advance(0);
    },
  };
}

/** Of those with the same time, the one that fell asleep first. */
function firstToWake(sleepers: Iterable<Sleeper>): Sleeper | null {
  let first: Sleeper | null = null;
  for (const sleeper of sleepers) if (!first || sleeper.wakesAt < first.wakesAt) first = sleeper;
  return first;
}

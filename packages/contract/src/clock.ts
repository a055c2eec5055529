/** The only source of time, so that tests can turn it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds of an hour. */
export const hourMs = 3_600_000;

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** Whether less than so many milliseconds have passed since a time. Not where the clock was set back behind it: then any time may have passed. */
export function isWithin(ms: number, since: number, now: number): boolean {
  return now >= since && now - since < ms;
}

/** The day of a time in UTC, as `2026-05-07`. Empty: it cannot be read. `at`: milliseconds since 1970, or ISO 8601. */
export function dayOf(at: number | string): string {
  return isoOf(at).slice(0, 'YYYY-MM-DD'.length);
}

/** A time in UTC to the minute, as `2026-05-07 09:30`. Empty: it cannot be read. `at`: milliseconds since 1970, or ISO 8601. */
export function minuteOf(at: number | string): string {
  return isoOf(at).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

function isoOf(at: number | string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** The reason of what ends because nobody needs it any more. One for all: an error is slow to make, and each request ends several waits. */
export const noLongerNeeded: DOMException = new DOMException('This is no longer needed', 'AbortError');

/** For work that nothing ends before its time. */
export const neverAborted: AbortSignal = new AbortController().signal;

/** The machine's clock. Its sleeps do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer = setTimeout(wake, ms).unref();
      signal?.addEventListener('abort', abort, { once: true });
    }),
};

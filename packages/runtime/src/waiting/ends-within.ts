import { type Clock, noLongerNeeded } from '@agent-mem/contract';

/**
 * Whether the work has ended, well or not, within so many milliseconds and before the signal is aborted. Never rejects: nothing of what is no
 * longer waited for may stay unhandled.
 */
export async function endsWithin(work: Promise<unknown>, ms: number, clock: Clock, signal?: AbortSignal): Promise<boolean> {
  const over = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const late = clock.sleep(ms, signal ? AbortSignal.any([over.signal, signal]) : over.signal).then(
    () => false,
    () => false,
  );
  // A reason of its own for each would cost as much as what is waited for, such as a command of Redis.
  return Promise.race([ended, late]).finally(() => over.abort(noLongerNeeded));
}

/** The work's result. Rejects with "timed out" when that time (milliseconds since 1970) comes or the signal is aborted first; what comes later is let go. */
export async function resultBy<Result>(
  until: number,
  work: Promise<Result>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Result> {
  if (await endsWithin(work, Math.max(0, until - clock.now()), clock, signal)) return work;
  throw new Error('timed out');
}

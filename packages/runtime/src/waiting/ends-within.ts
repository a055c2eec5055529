import type { Clock } from '@agent-mem/contract';

/** Whether the work has ended, well or not, within so many milliseconds. Never rejects: nothing of what is no longer waited for may stay unhandled. */
export async function endsWithin(work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  const over = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const late = clock.sleep(ms, over.signal).then(
    () => false,
    () => false,
  );
  return Promise.race([ended, late]).finally(() => over.abort());
}

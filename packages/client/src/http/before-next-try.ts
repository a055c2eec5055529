import { MemoryError } from '../memory-error.ts';
import type { TimeLimit } from './time-limit.ts';

const firstWaitMs = 100;
const longestWaitMs = 5_000;

/** Waits until a call may be tried again. Rejects with its failure where it may not: by its kind, its number, or its time. */
export async function beforeNextTry(cause: unknown, failures: number, limit: TimeLimit, retries: number): Promise<void> {
  // The platform has its own error for what the limit has ended.
  const error: unknown = limit.signal.aborted ? limit.signal.reason : cause;
  if (!(error instanceof MemoryError && error.retryable) || limit.signal.aborted || failures > retries) throw error;
  const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(failures));
  if (waitMs >= limit.leftMs()) throw error;
  await limit.sleep(waitMs);
}

/** Half of it by chance, so that callers that failed together do not come back together. */
function backoffMs(failures: number): number {
  const most = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
  return most / 2 + (Math.random() * most) / 2;
}

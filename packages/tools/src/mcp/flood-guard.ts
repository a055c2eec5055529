import type { Clock } from '@agent-mem/contract';

/** Most messages of a server within a second. Each costs this process time, wanted or not. */
const mostMessages = 2_000;
const windowMs = 1_000;

/** Counts messages of a server: whether one more may come now. */
export function floodGuard(clock: Pick<Clock, 'now'>): () => boolean {
  let since = clock.now();
  let count = 0;
  return () => {
    if (clock.now() - since >= windowMs) {
      since = clock.now();
      count = 0;
    }
    count += 1;
    return count <= mostMessages;
  };
}

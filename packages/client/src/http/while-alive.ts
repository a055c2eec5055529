import { MemoryError } from '../memory-error.ts';
import { reached } from './reached.ts';
import type { TimeLimit } from './time-limit.ts';

/** A fleet sends something every 15 s, so that a connection on which nothing comes is none. */
const silenceMs = 60_000;

/** A connection that is given up when nothing has come on it for a while, or when the call ends. */
export interface Alive {
  readonly signal: AbortSignal;
  /** The same items; rejects with `unavailable` where the connection breaks or is silent. */
  read<Item>(items: AsyncGenerator<Item, void>, url: string): AsyncGenerator<Item, void>;
  end(): void;
}

/** Watches over one connection of a call. */
export function whileAlive(limit: TimeLimit): Alive {
  const controller = new AbortController();
  const giveUp = () => controller.abort(limit.signal.reason);
  const silent = () => controller.abort(new MemoryError('unavailable', 'The connection is silent', { retryable: true }));
  let timer = setTimeout(silent, silenceMs);
  limit.signal.addEventListener('abort', giveUp, { once: true });
  if (limit.signal.aborted) giveUp();
  return {
    signal: controller.signal,
    async *read(items, url) {
      for (;;) {
        const { done, value } = await limit.race(reached(url, () => items.next()));
        clearTimeout(timer);
        timer = setTimeout(silent, silenceMs);
        if (done) return;
        yield value;
      }
    },
    end() {
      clearTimeout(timer);
      limit.signal.removeEventListener('abort', giveUp);
      // Closes the connection where it is still open.
      controller.abort();
    },
  };
}

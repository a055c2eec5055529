import { noLongerNeeded } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';

/** Compressions of a trace that no step waits for. */
export interface BackgroundCompression {
  /** Asks for one, unless one is under way or has failed. Returns at once. */
  start(): void;
  /** Leaves the one that is under way. None starts after it. */
  end(): void;
}

/** Part of the threshold from which on a trace is compressed, so that it is done when the trace is over the threshold. */
export const earlyShare = 0.8;

/** Compressions by `compress`, one at a time. A failure is logged and ends them: the trace is assembled by rules then. */
export function createBackgroundCompression(
  log: Pick<Logger, 'debug'>,
  compress: (signal: AbortSignal) => Promise<void>,
): BackgroundCompression {
  const over = new AbortController();
  let isUnderWay = false;
  return {
    start() {
      if (isUnderWay || over.signal.aborted) return;
      isUnderWay = true;
      compress(over.signal)
        .catch((err: unknown) => {
          if (!over.signal.aborted) log.debug({ err }, 'trace not compressed, rules shorten it');
          over.abort();
        })
        .finally(() => {
          isUnderWay = false;
        });
    },
    end: () => over.abort(noLongerNeeded),
  };
}

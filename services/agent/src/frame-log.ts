import type { Frame } from './frame.ts';

/** The frames of one invocation, for everyone who follows it, whenever they come. */
export interface FrameLog {
  push(frame: Frame): void;
  /** No more frames come. */
  close(): void;
  /** All frames from the first, those to come included. Rejects with the signal's reason when it is aborted. */
  follow(signal: AbortSignal): AsyncGenerator<Frame, void>;
}

export function createFrameLog(): FrameLog {
  const frames: Frame[] = [];
  let isClosed = false;
  let changed = Promise.withResolvers<void>();
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    push(frame) {
      frames.push(frame);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async *follow(signal) {
      const aborted = Promise.withResolvers<never>();
      aborted.promise.catch(() => undefined);
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        for (let next = 0; ; next += 1) {
          while (next >= frames.length && !isClosed) {
            signal.throwIfAborted();
            await Promise.race([changed.promise, aborted.promise]);
          }
          const frame = frames[next];
          if (!frame) return;
          yield frame;
        }
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

import type { Frame } from '@agent-mem/agent-loop';
import type { Clock } from '@agent-mem/contract';

/** How long a step may wait for its frames to be sent before it is journaled. */
const sendWaitMs = 500;
/** A reason of our own: a signal that is aborted without one makes an error with its stack, each time. */
const enough = 'enough';

/** The frames of one invocation, for everyone who follows it, whenever they come. */
export interface FrameLog {
  push(frame: Frame): void;
  /** No more frames come. */
  close(): void;
  /**
   * Its first frame has this number for the caller: an instance that is gone sent those before it. They come first for everyone else who follows. Call it
   * before any frame.
   */
  goOnAt(sequence: number, before: readonly Frame[]): void;
  /** The number of its first frame for the caller. */
  readonly first: number;
  /**
   * How many frames the caller has been sent, at least, those before the first included. Waits a moment for those that are on their way,
   * so that an instance that goes on after a crash seldom uses a number again.
   */
  framesSent(clock: Clock): Promise<number>;
  /**
   * All frames from the first, those to come included; for the caller those alone that no instance that is gone has sent. Rejects with the signal's reason when
   * it is aborted.
   */
  follow(signal: AbortSignal, isCaller: boolean): AsyncGenerator<Frame, void>;
  /** The same, for the caller: a frame counts as sent once the next one is wanted. */
  send(signal: AbortSignal): AsyncGenerator<Frame, void>;
}

export function createFrameLog(): FrameLog {
  const frames: Frame[] = [];
  /** How many of them an instance that is gone made. */
  let before = 0;
  let isClosed = false;
  let first = 0;
  let framesSent = 0;
  let senders = 0;
  let changed = Promise.withResolvers<void>();
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  async function* follow(signal: AbortSignal, isCaller: boolean): AsyncGenerator<Frame, void> {
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
        if (!isCaller || next >= before) yield frame;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    push(frame) {
      frames.push(frame);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    goOnAt(sequence, made) {
      frames.push(...made);
      before = made.length;
      first = sequence;
      framesSent = sequence;
      wake();
    },
    get first() {
      return first;
    },
    async framesSent(clock) {
      const over = new AbortController();
      let isLate = false;
      const late = clock.sleep(sendWaitMs, over.signal).then(
        () => {
          isLate = true;
        },
        () => undefined,
      );
      while (senders > 0 && framesSent < first + frames.length - before && !isLate) await Promise.race([changed.promise, late]);
      over.abort(enough);
      return framesSent;
    },
    follow,
    async *send(signal) {
      senders += 1;
      try {
        for await (const frame of follow(signal, true)) {
          yield frame;
          framesSent += 1;
          wake();
        }
      } finally {
        senders -= 1;
        wake();
      }
    },
  };
}

import { type Clock, noLongerNeeded } from '@agent-mem/contract';

/** Wakes one that sleeps until its next look. */
export interface Waker {
  /** Ends the sleep, or the next one before it begins. */
  wake(): void;
  /** Resolves after so many milliseconds, or when it is woken. Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Wakes nobody yet. */
export function createWaker(clock: Clock): Waker {
  let isAwake = false;
  let end = () => {};
  return {
    wake() {
      isAwake = true;
      end();
    },
    async sleep(ms, signal) {
      if (!isAwake) {
        const woken = new AbortController();
        end = () => woken.abort(noLongerNeeded);
        await clock.sleep(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
      }
      isAwake = false;
      signal.throwIfAborted();
    },
  };
}

import { MemoryError } from '../memory-error.ts';

/** How long a call may take, whatever it does in that time. */
export interface TimeLimit {
  /** Aborted by a `MemoryError` when the time is over or the caller gives up. */
  readonly signal: AbortSignal;
  /** From 1; what is left of the time. */
  leftMs(): number;
  /** Resolves after that time; rejects by the signal's reason where it comes first. */
  sleep(ms: number): Promise<void>;
  /** Rejects by the signal's reason where it comes before the promise. */
  race<Value>(promise: Promise<Value>): Promise<Value>;
  /** The call is over. */
  end(): void;
}

/** Starts the time of a call, which these signals end, too. */
export function timeLimit(timeoutMs: number, signals: readonly AbortSignal[]): TimeLimit {
  const controller = new AbortController();
  const { signal } = controller;
  const endsAt = Date.now() + timeoutMs;
  const giveUp = () => controller.abort(reasonOf(signals.find(({ aborted }) => aborted)));
  const late = () =>
    controller.abort(new MemoryError('deadline-exceeded', `There was no answer within ${timeoutMs} ms`, { retryable: true }));
  const timer = setTimeout(late, timeoutMs);
  for (const each of signals) each.addEventListener('abort', giveUp, { once: true });
  if (signals.some(({ aborted }) => aborted)) giveUp();

  function race<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    });
  }
  return {
    signal,
    race,
    leftMs: () => Math.max(1, endsAt - Date.now()),
    async sleep(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        await race(
          new Promise<void>((resolve) => {
            timer = setTimeout(resolve, ms);
          }),
        );
      } finally {
        clearTimeout(timer);
      }
    },
    end() {
      clearTimeout(timer);
      for (const each of signals) each.removeEventListener('abort', giveUp);
    },
  };
}

function reasonOf(signal: AbortSignal | undefined): MemoryError {
  const reason: unknown = signal?.reason;
  return reason instanceof MemoryError ? reason : new MemoryError('cancelled', 'The caller gave up', { cause: reason });
}

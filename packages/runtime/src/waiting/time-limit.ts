import { type Clock, neverAborted, noLongerNeeded, OperationError } from '@agent-mem/contract';

/** A time within which something must be done, even by those who do not look at signals. Disposing it lets the timer and the work go. */
export interface TimeLimit extends Disposable {
  /** Aborted when the time is over, the outer signal is aborted, or the limit is disposed. */
  readonly signal: AbortSignal;
  /** Settles as the promise does, or rejects with the signal's reason as soon as it is aborted. */
  race<Result>(promise: Promise<Result>): Promise<Result>;
  /** Has the time begin anew, where it is not over. */
  renew(): void;
}

/** Starts a time limit. Once it has passed, the signal's reason is `deadline-exceeded` with this sentence. */
export function timeLimit(clock: Clock, limitMs: number, outer: AbortSignal, sentence = `later than ${limitMs} ms`): TimeLimit {
  const limit = new AbortController();
  let timer = new AbortController();
  const onOuter = () => limit.abort(outer.reason);
  if (outer.aborted) onOuter();
  outer.addEventListener('abort', onOuter, { once: true });
  const begin = () =>
    clock.sleep(limitMs, timer.signal).then(
      () => limit.abort(new OperationError('deadline-exceeded', sentence)),
      () => undefined,
    );
  void begin();
  const over = new Promise<never>((_, reject) => {
    if (limit.signal.aborted) reject(limit.signal.reason);
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true });
  });
  over.catch(() => undefined);
  return {
    signal: limit.signal,
    race(promise) {
      promise.catch(() => undefined);
      return limit.signal.aborted ? over : Promise.race([promise, over]);
    },
    renew() {
      if (limit.signal.aborted) return;
      timer.abort(noLongerNeeded);
      timer = new AbortController();
      void begin();
    },
    [Symbol.dispose]() {
      timer.abort(noLongerNeeded);
      outer.removeEventListener('abort', onOuter);
      limit.abort(noLongerNeeded);
    },
  };
}

/** What the work comes to. Rejects with `deadline-exceeded`, and this sentence, after so many milliseconds; the work goes on unseen. */
export async function withinMs<Result>(clock: Clock, limitMs: number, work: Promise<Result>, sentence?: string): Promise<Result> {
  using limit = timeLimit(clock, limitMs, neverAborted, sentence);
  return await limit.race(work);
}

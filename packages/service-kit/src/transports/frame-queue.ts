import { OperationError } from '@agent-mem/contract';

/**
 * The frames that `produce` puts, in order; `put` resolves when its frame is taken. Leaving the loop early aborts the signal of `produce`,
 * as does the signal of the reader.
 */
export async function* frameQueue<Frame>(
  reader: AbortSignal | undefined,
  produce: (signal: AbortSignal, put: (frame: Frame) => Promise<void>) => Promise<void>,
): AsyncGenerator<Frame> {
  const left = new AbortController();
  const signal = reader ? AbortSignal.any([reader, left.signal]) : left.signal;
  let next = Promise.withResolvers<{ readonly frame: Frame; taken(): void } | null>();
  const producing = produce(signal, (frame) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    next.resolve({ frame, taken: resolve });
    return promise;
  });
  producing.then(
    () => next.resolve(null),
    (error: unknown) => next.reject(error),
  );
  try {
    for (;;) {
      const item = await next.promise;
      if (!item) return;
      next = Promise.withResolvers();
      yield item.frame;
      item.taken();
    }
  } finally {
    left.abort(new OperationError('cancelled', 'The caller has left'));
  }
}

/** Has events, and what falls due, wait while requests are answered. */
export interface RequestsFirst {
  /** A request of this process is under way until this is disposed. */
  request(): Disposable;
  /** Resolves when no request is under way and its answer has left, and after `mostMs` at the latest. */
  turn(): Promise<void>;
}

/** Under load some request is always under way: nothing is held up for longer than this. */
const defaultMostMs = 25;

/**
 * A caller waits for its answer, and nobody for what an event leads to. Where bus and stores share the process, the effects of a request would
 * otherwise take their time before its answer.
 */
export function createRequestsFirst(mostMs: number = defaultMostMs): RequestsFirst {
  const waiting = new Set<() => void>();
  let underWay = 0;

  function goOn(): void {
    if (underWay === 0) for (const go of waiting) go();
  }

  return {
    request() {
      underWay += 1;
      let isOver = false;
      return {
        [Symbol.dispose]() {
          if (isOver) return;
          isOver = true;
          underWay -= 1;
          // In the next turn: the transport writes the answer in this one.
          if (underWay === 0 && waiting.size > 0) setImmediate(goOn);
        },
      };
    },
    turn() {
      if (underWay === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(go, mostMs);
        waiting.add(go);
        function go(): void {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        }
      });
    },
  };
}

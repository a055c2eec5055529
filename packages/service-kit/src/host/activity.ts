/** Counts what runs, so that stopping can wait for it. */
export interface Activity {
  /** Pieces of work that have begun so far; tells whether anything happened between two looks. */
  readonly begun: number;
  /** Disposing ends the piece of work. */
  begin(): Disposable;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

/** Counts from nothing. */
export function createActivity(): Activity {
  let begun = 0;
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    get begun() {
      return begun;
    },
    begin() {
      begun += 1;
      running += 1;
      let ended = false;
      return {
        [Symbol.dispose]() {
          if (ended) return;
          ended = true;
          running -= 1;
          if (running > 0) return;
          for (const resolve of waiting) resolve();
          waiting = [];
        },
      };
    },
    idle() {
      return running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Runs tasks of one key one after the other, those of different keys at once. */
export interface KeyChain {
  /** Settles as the task does. A task that fails does not hold up the next. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/** Makes one that remembers no key. */
export function createKeyChain(): KeyChain {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(task, task);
      const tail = result
        .catch(() => undefined)
        .finally(() => {
          // Only the last of a key forgets it; otherwise the map would hold every key ever seen.
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return result;
    },
  };
}

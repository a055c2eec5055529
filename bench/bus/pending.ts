/** Those who wait for something, by its id. */
export class Pending {
  readonly #waiting = new Map<string, () => void>();
  #last = 0;

  /** Calls `begin` with a fresh id; resolves when `end` is called with it. */
  wait(begin: (id: string) => void): Promise<void> {
    this.#last += 1;
    const id = String(this.#last);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      begin(id);
    });
  }

  end(id: string): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}

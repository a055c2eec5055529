/** Tells when nothing goes on any more. */
export class IdleTracker {
  readonly #busy: () => boolean;
  #waiting: (() => void)[] = [];

  constructor(busy: () => boolean) {
    this.#busy = busy;
  }

  /** Something ended: those who wait look again. */
  readonly changed = (): void => {
    if (this.#waiting.length === 0 || this.#busy()) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  };

  async wait(): Promise<void> {
    // Another listener may have heard of the quiet first, and begun something.
    while (this.#busy()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

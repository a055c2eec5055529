/** Answers that wait to be taken, by one taker, and the failure after which there are none. */
export class AnswerQueue<Answer> {
  readonly #answers: Answer[] = [];
  #failure: { readonly reason: unknown } | null = null;
  #wake: (() => void) | null = null;

  add(answer: Answer): void {
    this.#answers.push(answer);
    this.#wake?.();
  }

  /** The first failure stands; answers that came before it are still taken. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#wake?.();
  }

  /** The next answer. Rejects with the failure when there is none left. */
  async next(): Promise<Answer> {
    while (this.#answers.length === 0) {
      if (this.#failure) throw this.#failure.reason;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#answers.shift() as Answer;
  }
}

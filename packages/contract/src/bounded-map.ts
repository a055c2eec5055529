/** Of a full map such a part goes at once. */
const partAtOnce = 1 / 64;

/** A map that holds so many entries at most: with one too many, those go that were put in first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #atOnce: number;

  constructor(most: number) {
    super();
    this.#most = most;
    this.#atOnce = Math.max(1, Math.floor(most * partAtOnce));
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > this.#most) this.#deleteFirst();
    return this;
  }

  /** Several at once: to find the first, a map passes over all that have gone before, which in a large one takes longer than to read a text. */
  #deleteFirst(): void {
    let left = this.#atOnce;
    // A map keeps the order of insertion.
    for (const first of this.keys()) {
      this.delete(first);
      left -= 1;
      if (left === 0) return;
    }
  }
}

/** What of a function's answers is remembered. */
export interface Remembered<Result> {
  readonly texts: number;
  /** Of longer texts only the last are remembered: one piece of work reads one several times. */
  readonly characters: number;
  /** How many longer ones. Default 1. */
  readonly longTexts?: number;
  /** An answer that is not remembered. Default: each is. */
  unless?(result: Result): boolean;
}

/** The function of a text, answered from what it answered lately. */
export function rememberLately<Result>(
  read: (text: string) => Result,
  { texts, characters, longTexts: mostLong = 1, unless = () => false }: Remembered<Result>,
): (text: string) => Result {
  const shortTexts = new BoundedMap<string, { readonly result: Result }>(texts);
  const longTexts = new BoundedMap<string, { readonly result: Result }>(mostLong);
  return (text) => {
    const answers = text.length <= characters ? shortTexts : longTexts;
    const known = answers.get(text);
    if (known) return known.result;
    const result = read(text);
    if (!unless(result)) answers.set(text, { result });
    return result;
  };
}

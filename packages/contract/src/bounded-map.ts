/** A map that holds so many entries at most: with one too many, the one that was put in first goes. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    // A map keeps the order of insertion.
    const [first] = this.size > this.#most ? this.keys() : [];
    if (first !== undefined) this.delete(first);
    return this;
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

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
  /** Of longer texts the last one is remembered alone: one piece of work reads it several times. */
  readonly characters: number;
  /** An answer that is not remembered. Default: each is. */
  unless?(result: Result): boolean;
}

/** The function of a text, answered from what it answered lately. */
export function rememberLately<Result>(
  read: (text: string) => Result,
  { texts, characters, unless = () => false }: Remembered<Result>,
): (text: string) => Result {
  const shortTexts = new BoundedMap<string, { readonly result: Result }>(texts);
  const longTexts = new BoundedMap<string, { readonly result: Result }>(1);
  return (text) => {
    const answers = text.length <= characters ? shortTexts : longTexts;
    const known = answers.get(text);
    if (known) return known.result;
    const result = read(text);
    if (!unless(result)) answers.set(text, { result });
    return result;
  };
}

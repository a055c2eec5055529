/** A longer run is a number, a key or base64: nobody looks for it by typing it. */
const maxWordLength = 64;
/** Bounds what one detail adds to an index. */
const maxDistinctWords = 50_000;

/** The words of a text: runs of letters, marks and digits in lower case. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).filter((word) => word.length <= maxWordLength);
}

/** Counts the words of content that arrives in pieces. Content that is not UTF-8 text, or holds a zero byte, has none. */
export class WordCount {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #counts = new Map<string, number>();
  #rest = '';
  #isText = true;

  add(bytes: Uint8Array): void {
    if (!this.#isText) return;
    if (bytes.includes(0)) this.#isText = false;
    else this.#decode(bytes);
  }

  /** The words and how often each stands there. */
  end(): ReadonlyMap<string, number> {
    if (this.#isText) this.#decode();
    if (!this.#isText) return new Map();
    this.#count(this.#rest);
    return this.#counts;
  }

  #decode(bytes?: Uint8Array): void {
    try {
      this.#rest += bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
    } catch {
      this.#isText = false;
      return;
    }
    // The last run may go on in the next piece. A run too long to be a word is cut, which keeps the rest bounded.
    const cut = Math.max(this.#rest.search(/[\p{L}\p{M}\p{N}]*$/u), this.#rest.length - 2 * maxWordLength);
    this.#count(this.#rest.slice(0, cut));
    this.#rest = this.#rest.slice(cut);
  }

  #count(text: string): void {
    for (const word of wordsOf(text)) {
      const seen = this.#counts.get(word);
      if (seen !== undefined || this.#counts.size < maxDistinctWords) this.#counts.set(word, (seen ?? 0) + 1);
    }
  }
}

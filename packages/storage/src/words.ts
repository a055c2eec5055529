/** A longer run is a number, a key or base64: nobody looks for it by typing it. */
const maxWordLength = 64;
/** Bounds what one detail adds to an index. */
const maxDistinctWords = 50_000;
/** So many bytes are read at a time: V8 has no stack for a run of megabytes, as base64 is. */
const readAtOnce = 65_536;

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
    if (bytes.includes(0)) this.#isText = false;
    for (let from = 0; this.#isText && from < bytes.length; from += readAtOnce)
      this.#decode(bytes.subarray(from, from + readAtOnce));
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
    // The last run may go on in the next piece. Of one that is no word any more a stump too long to be a word stays.
    const cut = startOfLastRun(this.#rest);
    this.#count(this.#rest.slice(0, cut));
    this.#rest = this.#rest.slice(cut, cut + noWord);
  }

  #count(text: string): void {
    for (const word of wordsOf(text)) {
      const seen = this.#counts.get(word);
      if (seen !== undefined) this.#counts.set(word, seen + 1);
      else if (this.#counts.size < maxDistinctWords) this.#counts.set(copied(word), 1);
    }
  }
}

/** A word of its own: a part of a text keeps the whole text in memory, so that few words would hold all of large content. */
function copied(word: string): string {
  return Buffer.from(word).toString();
}

const inRun = /[\p{L}\p{M}\p{N}\p{Cs}]/u;
/** A part of a run that is no word, composed or not: three signs become one at most (NFKC). */
const noWord = 4 * maxWordLength;

/**
 * Walks back from the end: a search for a run at the end would try every run of the text from each of its places. A run that is no word
 * is not walked to its start: it is cut into parts that are none either.
 */
function startOfLastRun(text: string): number {
  let start = text.length;
  const last = Math.max(0, text.length - 2 * noWord);
  while (start > last && inRun.test(text.charAt(start - 1))) start -= 1;
  return start > last || last === 0 ? start : text.length - noWord;
}

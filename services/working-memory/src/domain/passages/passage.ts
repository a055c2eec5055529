/** Some lines of a text that are looked at together. */
export interface Passage {
  /** From 1. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

const mostCharacters = 600;
const mostLines = 8;
/** Of a line that is cut the parts share so much, so that what is cut in one stands whole in the other. */
const overlap = 120;

/** Divides lines into passages. */
export class PassageReader {
  #lines: string[] = [];
  #characters = 0;
  #first = 1;

  /** The passages that are whole when this line has come, as they are read: those of a long line are many. */
  *push(number: number, text: string): Iterable<Passage> {
    const isFull = this.#lines.length >= mostLines || this.#characters + text.length > mostCharacters;
    if (isFull) yield* this.end();
    if (text.length > mostCharacters) {
      yield* partsOf(number, text);
      return;
    }
    if (this.#lines.length === 0) this.#first = number;
    this.#lines.push(text);
    this.#characters += text.length + 1;
  }

  end(): readonly Passage[] {
    const text = this.#lines.join('\n');
    const lastLine = this.#first + this.#lines.length - 1;
    this.#lines = [];
    this.#characters = 0;
    return text.trim() === '' ? [] : [{ firstLine: this.#first, lastLine, text }];
  }
}

function* partsOf(line: number, text: string): Iterable<Passage> {
  for (let start = 0; start < text.length - overlap; start += mostCharacters - overlap)
    yield { firstLine: line, lastLine: line, text: text.slice(start, start + mostCharacters).toWellFormed() };
}

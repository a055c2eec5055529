import { OperationError } from '@agent-mem/contract';
import { createScanner, type JSONScanner } from 'jsonc-parser';

/** So many characters take a few milliseconds. */
const sliceCharacters = 128 * 1024;

const sign = /^[{}[\]:,]$/;
const literal = /^(?:true|false|null|-?\d[\d.eE+-]*)$/;

/** The tokens of a JSON text, from a position on. */
export class JsonTokens {
  readonly #text: string;
  readonly #scanner: JSONScanner;
  #sliceStart: number;

  constructor(text: string, start = 0) {
    this.#text = text;
    this.#scanner = createScanner(text, true);
    this.#scanner.setPosition(start);
    this.#sliceStart = start;
  }

  /** Reads the next token as it is written: a sign, a text in quotes, a number, `true`, `false` or `null`; empty: the end. Throws `invalid-argument` for anything else. */
  next(): string {
    this.#scanner.scan();
    const token = this.#text.slice(this.start, this.end);
    const isText = token.startsWith('"') && this.#scanner.getTokenError() === 0;
    if (token !== '' && !isText && !sign.test(token) && !literal.test(token)) throw notJson();
    return token;
  }

  /** Where the token begins that was read last. */
  get start(): number {
    return this.#scanner.getTokenOffset();
  }

  /** The position behind it. */
  get end(): number {
    return this.start + this.#scanner.getTokenLength();
  }

  /** Whether so much was read that other work is to have its turn. */
  isSliceOver(): boolean {
    if (this.end - this.#sliceStart < sliceCharacters) return false;
    this.#sliceStart = this.end;
    return true;
  }
}

/** The error for a content that is no JSON. */
export function notJson(): OperationError {
  return new OperationError('invalid-argument', 'json_pointer: the content is not JSON');
}

import { countTokens, truncateToTokens } from '@agent-mem/recall/ranking';

/** What an answer may take. */
export interface AnswerSize {
  readonly maxBytes: number;
  /** `null`: any number. */
  readonly maxTokens: number | null;
}

/** Room for the texts of one answer. */
export class Room {
  #bytes: number;
  #tokens: number;

  constructor({ maxBytes, maxTokens }: AnswerSize) {
    this.#bytes = maxBytes;
    this.#tokens = maxTokens ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the room of a text; false: it does not fit, and nothing is taken. */
  take(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#bytes) return false;
    const tokens = this.#tokens === Number.POSITIVE_INFINITY ? 0 : countTokens(text);
    if (tokens > this.#tokens) return false;
    this.#bytes -= bytes;
    this.#tokens -= tokens;
    return true;
  }
}

/** The longest beginning of a text that fits, never ending inside a sign. */
export function fitting(text: string, { maxBytes, maxTokens }: AnswerSize): string {
  const short = maxTokens === null ? text : truncateToTokens(text, maxTokens);
  const bytes = Buffer.from(short);
  if (bytes.length <= maxBytes) return short;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}

import { rememberLately } from '@agent-mem/contract';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';

let made: GptEncoding | null = null;

/** OpenAI's o200k, made by the first who counts: it takes an eighth of a second and some MB, and many processes count nothing. */
function encoding(): GptEncoding {
  made ??= GptEncoding.getEncodingApi('o200k_base', () => ranks);
  return made;
}

/** Text such as "<|endoftext|>" is text here, never a signal. */
const asPlainText = { disallowedSpecial: new Set<string>() };

/** The encoder's time grows with the square of an unbroken run: 50,000 signs of Chinese take it fifteen seconds. */
const longestRun = 256;
const unbroken = new RegExp(
  `[\\p{L}\\p{M}]{${longestRun + 1}}|\\s{${longestRun + 1}}|[^\\p{L}\\p{N}\\s]{${longestRun + 1}}`,
  'u',
);

/** The same lines stand in prompt after prompt. So many are at most 20 MB, and a few MB where they are as long as what people say. Of a long text its prompt and its trace are counted too. */
const lately = { texts: 10_000, characters: 1_000, longTexts: 4 };

/** Where a line begins that is split from the one before it: the encoding takes white space and a slash together with the line break before it. */
const lineStart = /(?<=\n)(?=[^\s/])/;

/** Number of tokens in OpenAI's o200k. A text with runs of more than 256 signs is counted in pieces: at most one token a piece too many. */
export function countTokens(text: string): number {
  return text.includes('\n') ? text.split(lineStart).reduce((count, line) => count + lineTokens(line), 0) : lineTokens(text);
}

/** Whether a text has so many tokens at most. A token is a byte at least: a short text need not be counted. */
export function fitsTokens(text: string, maxTokens: number): boolean {
  return Buffer.byteLength(text) <= maxTokens || countTokens(text) <= maxTokens;
}

const lineTokens = rememberLately((line: string): number => {
  if (!unbroken.test(line)) return encoding().countTokens(line, asPlainText);
  let count = 0;
  for (const piece of pieces(line)) count += encoding().countTokens(piece, asPlainText);
  return count;
}, lately);

/** A long text is estimated from so many parts of it … */
const samples = 16;
/** … of so many signs each. */
const sampleLength = 128;

/**
 * About as many tokens as a text has: a text up to 2,048 signs is counted, a longer one is estimated from 16 parts of it. Its time does not grow
 * with the text.
 */
export function estimateTokens(text: string): number {
  if (text.length <= samples * sampleLength) return countTokens(text);
  const distance = (text.length - sampleLength) / (samples - 1);
  let tokens = 0;
  let length = 0;
  for (let index = 0; index < samples; index += 1) {
    const start = Math.round(index * distance);
    const sample = betweenSpaces(text.slice(start, start + sampleLength));
    tokens += countTokens(sample);
    length += sample.length;
  }
  return Math.round((tokens * text.length) / length);
}

/** Without the words that were cut at both ends: a part of a word takes a token of its own. The space before a word belongs to its token. */
function betweenSpaces(sample: string): string {
  const inside = sample.slice(sample.search(/\s/), sample.search(/\s\S*$/));
  return inside.length > sampleLength / 2 ? inside : sample;
}

/** The longest beginning of a text that has at most so many tokens, never ending inside a sign. */
export function truncateToTokens(text: string, maxTokens: number): string {
  if (maxTokens <= 0) return '';
  let head = '';
  let left = maxTokens;
  for (const piece of unbroken.test(text) ? pieces(text) : [text]) {
    const tokens = encoding().encode(piece, asPlainText);
    if (tokens.length > left) return head + wholeSigns(piece, tokens.slice(0, left));
    head += piece;
    left -= tokens.length;
  }
  return head;
}

/** A cut between two tokens may lie inside a sign, whose first bytes are then dropped. */
function wholeSigns(text: string, tokens: number[]): string {
  const decoded = encoding().decode(tokens);
  let length = Math.min(decoded.length, text.length);
  while (length > 0 && !text.startsWith(decoded.slice(0, length))) length -= 1;
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

function* pieces(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + longestRun, text.length);
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

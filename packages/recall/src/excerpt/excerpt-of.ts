import { fitsTokens } from '../ranking/tokens.ts';
import { ExcerptReader } from './excerpt-reader.ts';

/** No text of ordinary words has more characters a token. */
const charactersPerToken = 12;

/**
 * The text where it fits into so many tokens; else its head, the lines that tell of errors and results, and its tail, with the bytes of each gap.
 * An excerpt of an excerpt has the same first lines, and its gaps are counted in bytes of the source.
 */
export function excerptOf(text: string, maxTokens: number): string {
  if (text.length <= maxTokens * charactersPerToken && fitsTokens(text, maxTokens)) return text;
  return whole(text, new ExcerptReader(maxTokens));
}

/** As `excerptOf`, within so many bytes of UTF-8. */
export function excerptInBytes(text: string, maxBytes: number): string {
  if (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes) return text;
  return whole(text, new ExcerptReader(maxBytes, Buffer.byteLength));
}

function whole(text: string, reader: ExcerptReader): string {
  reader.push(text);
  return reader.end();
}

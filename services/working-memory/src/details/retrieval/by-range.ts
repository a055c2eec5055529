import { encoded, readBytes, readSigns, type StoredBytes } from '../read-content.ts';
import type { AnsweredPart } from './answered-part.ts';
import { type AnswerSize, fitting } from './room.ts';

type Encoding = 'text' | 'base64';

/** The bytes from `offset` on. Parts that follow each other by `next_offset` are the whole. */
export async function partByRange(
  content: StoredBytes,
  offset: number,
  size: AnswerSize,
  encoding: Encoding,
): Promise<AnsweredPart> {
  const read = encoding === 'text' ? readSigns : readBytes;
  const part = await read(content, Math.floor(offset), size.maxBytes);
  const whole = encoded(part.bytes, encoding);
  const text = encoding === 'text' && size.maxTokens !== null ? atLeastASign(whole, fitting(whole, size)) : whole;
  const end = part.end - (encoding === 'text' ? part.bytes.length - Buffer.byteLength(text) : 0);
  if (end >= content.sizeBytes) return { content: text, how_to_go_on: theEnd };
  const go = `These are bytes ${Math.floor(offset)} to ${end - 1} of ${content.sizeBytes}. Go on with offset ${end}, or look for words by query or pattern.`;
  return { content: text, next_offset: end, how_to_go_on: go };
}

/** A page of so many bytes. A sign that lies across two pages stands on the first, so that the pages together are the whole. */
export async function partByPage(
  content: StoredBytes,
  { page, pageBytes }: { readonly page: number; readonly pageBytes: number },
  size: AnswerSize,
  encoding: Encoding,
): Promise<AnsweredPart> {
  const total_pages = Math.max(1, Math.ceil(content.sizeBytes / pageBytes));
  const start = (page - 1) * pageBytes;
  const last = await readBytes(content, start + pageBytes, 3);
  const inner = last.bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const beyond = encoding === 'text' && page < total_pages ? (inner < 0 ? last.bytes.length : inner) : 0;
  const part = await partByRange(content, start, { ...size, maxBytes: pageBytes + beyond }, encoding);
  const end = Math.min(start + pageBytes + beyond, content.sizeBytes);
  const isCut = part.next_offset != null && part.next_offset < end;
  if (page >= total_pages && !isCut) return { content: part.content, total_pages, how_to_go_on: theEnd };
  const next = page < total_pages ? page + 1 : null;
  const go = isCut
    ? `This page is cut; go on with offset ${part.next_offset}.`
    : `This is page ${page} of ${total_pages}. Go on with page ${next}, or look for words by query or pattern.`;
  return { ...part, next_page: next, total_pages, how_to_go_on: go };
}

export const theEnd = 'This is the end of the content.';

/** A part never stands still: one sign is answered also where it is more than the tokens asked for. */
function atLeastASign(whole: string, cut: string): string {
  return cut || whole.slice(0, (whole.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
}

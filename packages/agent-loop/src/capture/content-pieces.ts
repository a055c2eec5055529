import { isUtf8 } from 'node:buffer';
import type { ToolOutput } from './tool-output.ts';

/** Content in pieces: text, or bytes that are none. */
export type ContentPiece = string | Uint8Array;

/** A piece of text is at most so long, that its JSON passes the bus; in characters. */
const longestText = 64_000;
/** Of bytes, before base64. */
const mostBytes = 300_000;
const nothing = Buffer.alloc(0);

/** The pieces of content, each small enough for a message, byte for byte. Text is decoded; bytes that are not text, and what follows them, stay bytes. */
export async function* piecesOf({ content, contentType }: ToolOutput): AsyncGenerator<ContentPiece> {
  let half = '';
  let carried = nothing;
  let isText: boolean | null = null;
  for await (const part of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
    if (typeof part === 'string') {
      const text = half + part;
      half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
      yield* textPieces((half === '' ? text : text.slice(0, -1)).toWellFormed());
      continue;
    }
    const bytes = Buffer.concat([carried, part]);
    isText ??= saysText(contentType) && !bytes.includes(0);
    const whole = isText ? bytes.subarray(0, wholeSigns(bytes)) : nothing;
    isText &&= isUtf8(whole);
    carried = isText ? bytes.subarray(whole.length) : nothing;
    if (isText) yield* textPieces(whole.toString('utf8'));
    else yield* bytePieces(bytes);
  }
  if (half !== '') yield half.toWellFormed();
  yield* bytePieces(carried);
}

function saysText(contentType: string | undefined): boolean {
  return contentType === undefined || /^text\/|[/+](?:json|xml|yaml|javascript|x-sh|sql|csv)\b/i.test(contentType);
}

/** Length without a sign at the end that is cut. */
function wholeSigns(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const signBytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return signBytes > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function* textPieces(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    let end = Math.min(text.length, from + longestText);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    yield text.slice(from, end);
    from = end;
  }
}

function* bytePieces(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += mostBytes) yield bytes.subarray(from, from + mostBytes);
}

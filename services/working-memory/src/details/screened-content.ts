import type { SensitiveFinding } from '@agent-mem/contract';
import { mayRefuse, type PieceScreen, redactingOnly, type SensitivePolicy, screenPieces } from '@agent-mem/policy';
import { ExcerptReader } from '@agent-mem/recall/excerpt';
import { turnFor } from '@agent-mem/runtime';

/** Content that can be read from its beginning again. */
export type Content = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A content on its way into the store, screened by the policy of its scope while it is read. */
export interface ScreenedContent {
  /** Read once. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** What is known once all of it was read. */
  outcome(): { readonly found: readonly SensitiveFinding[]; readonly readBytes: number; readonly excerpt: string };
}

/** Most tokens of what a detail is found by. */
const excerptTokens = 400;
const headBytes = 4_096;
/** So much of a text is read for its excerpt in one turn. */
const sliceCharacters = 16_384;
/** The member that a refusal names. */
const path = 'store_detail.content';

/** Screens a content that is text, as a whole; binary content is not looked through. Throws `failed-precondition` where it is to be refused. */
export async function screenedContent(content: Content, policy: SensitivePolicy, isText: boolean): Promise<ScreenedContent> {
  const screen = screenPieces(policy, path);
  // What is refused is refused before the store has any of it.
  if (mayRefuse(policy)) for await (const _ of screenedTexts(content, screenPieces(policy, path)));
  const excerpt = new ExcerptReader(excerptTokens);
  let readBytes = 0;
  async function* counted() {
    for await (const bytes of content()) {
      readBytes += bytes.length;
      yield bytes;
    }
  }
  async function* texts() {
    for await (const text of screenedTexts(counted, screen)) {
      for (const slice of slicesOf(text)) {
        await turnFor(text);
        excerpt.push(slice);
      }
      yield Buffer.from(text);
    }
  }
  return {
    bytes: isText ? texts() : counted(),
    outcome: () => ({ found: screen.found(), readBytes, excerpt: isText ? excerpt.end() : '' }),
  };
}

/** Never cut inside a sign. */
function* slicesOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + sliceCharacters;
    const isInSign = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    yield text.slice(start, isInSign ? end + 1 : end);
    start = isInSign ? end + 1 : end;
  }
}

/** The first line of a text that says something, screened; empty where there is none in its first few KB, or where the content is no text. */
export async function firstLine(content: Content, policy: SensitivePolicy): Promise<string> {
  const head: Uint8Array[] = [];
  for await (const bytes of content()) {
    head.push(bytes);
    if (head.reduce((sum, { length }) => sum + length, 0) >= headBytes) break;
  }
  const screen = screenPieces({ ...redactingOnly(policy), sensitiveData: 'redact' }, '');
  const text = Buffer.concat(head).subarray(0, headBytes).toString();
  const lines = (screen.push(text) + screen.end()).split('\n');
  return lines.find((line) => /[\p{L}\p{N}]{2}/u.test(line)) ?? '';
}

/** Whether bytes are UTF-8 without a zero byte. */
export async function isTextContent(content: Content): Promise<boolean> {
  const decoder = utf8();
  try {
    for await (const bytes of content()) {
      if (bytes.includes(0)) return false;
      decoder.decode(bytes, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function* screenedTexts(content: Content, screen: PieceScreen): AsyncIterable<string> {
  const decoder = utf8();
  for await (const bytes of content()) {
    const text = screen.push(decoder.decode(bytes, { stream: true }));
    if (text !== '') yield text;
  }
  const rest = screen.push(decoder.decode()) + screen.end();
  if (rest !== '') yield rest;
}

/** A byte order mark is part of the text. */
function utf8() {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}

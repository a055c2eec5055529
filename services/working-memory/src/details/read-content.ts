import { OperationError, type Scope } from '@agent-mem/contract';
import type { Details } from '@agent-mem/storage';
import { isInner } from '../domain/detail/stored-parts.ts';

/** A content in the store. */
export interface StoredBytes {
  readonly memoryKey: string;
  readonly sizeBytes: number;
  read(range: { readonly offset: number; readonly maxBytes: number }): Promise<Uint8Array>;
}

/** Some of a content. */
export interface Part {
  readonly bytes: Uint8Array;
  /** The first byte behind it. */
  readonly end: number;
}

/** Opens the content under a key; rejects with `not-found` where the store has none. */
export async function openContent(
  details: Details,
  scope: Scope,
  memoryKey: string,
): Promise<StoredBytes & { readonly hash: string; readonly contentType: string }> {
  const gone = () => new OperationError('not-found', `The content of ${memoryKey} not found`);
  const stat = await details.stat(scope, memoryKey);
  if (!stat) throw gone();
  return {
    memoryKey,
    sizeBytes: stat.sizeBytes,
    hash: stat.hash,
    contentType: stat.contentType,
    async read(range) {
      const bytes = await details.read(scope, memoryKey, range);
      if (bytes === null) throw gone();
      return bytes;
    },
  };
}

/** The bytes from `offset` on, at most `maxBytes`. */
export async function readBytes(content: StoredBytes, offset: number, maxBytes: number): Promise<Part> {
  const bytes = offset < content.sizeBytes ? await content.read({ offset, maxBytes }) : new Uint8Array();
  return { bytes, end: offset + bytes.length };
}

/** The longest sign of UTF-8, less its first byte. */
const mostInner = 3;

/**
 * The bytes of the signs that start from `offset` on and before `offset + maxBytes`. A sign that is cut by the end is left to the next part,
 * unless it is the only one: so that parts which follow each other are the whole.
 */
export async function readSigns(content: StoredBytes, offset: number, maxBytes: number): Promise<Part> {
  const { bytes } = await readBytes(content, offset, maxBytes + mostInner);
  let start = 0;
  while (offset > 0 && start < mostInner && isInner(bytes[start])) start += 1;
  let end = Math.min(maxBytes, bytes.length);
  if (end < bytes.length) {
    while (end > start && isInner(bytes[end])) end -= 1;
    if (end === start) for (end = start + 1; isInner(bytes[end]); ) end += 1;
  }
  return { bytes: bytes.subarray(start, end), end: offset + end };
}

/** The bytes as the caller wants them. Throws `invalid-argument` where they are no text. */
export function encoded(bytes: Uint8Array, encoding: 'text' | 'base64'): string {
  if (encoding === 'base64') return Buffer.from(bytes).toString('base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new OperationError('invalid-argument', 'encoding: the content is not text; ask for base64');
  }
}

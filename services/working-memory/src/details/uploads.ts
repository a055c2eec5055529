import { hash } from 'node:crypto';
import { hourMs, OperationError, type Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';
import { halfBytes } from '../domain/detail/stored-parts.ts';

/** How long an upload waits for its next chunk. */
const ttlMs = hourMs;

/** Chunks of a content that is coming in. */
export interface Upload {
  /** The position of the next chunk. */
  readonly next: number;
  readonly totalBytes: number;
  /** The first chunk behind the beginning that is still held: of a long content those before it are dropped. */
  readonly tailFrom: number;
  /** SHA-256 of the first chunk, and of all that have come: a repeat is told by them. */
  readonly firstHash: string;
  readonly hash: string;
  /** The key of what it came to; empty until the last chunk. */
  readonly memoryKey: string;
  /** Names by which a purge finds it. */
  readonly names: readonly string[];
}

interface Chunk {
  readonly start: number;
  /** base64 */
  readonly bytes: string;
  readonly names: readonly string[];
}

/** A chunk that came, with the names by which a purge finds it. */
export interface NewChunk {
  /** From 0. */
  readonly sequence: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
  readonly names: readonly string[];
}

/** What is known of an upload; `null`: none has begun. */
export async function readUpload(keyValue: KeyValue, scope: Scope, id: string): Promise<Upload | null> {
  const entry = await keyValue.get(scope, keyOf(id));
  return entry ? (JSON.parse(entry.value) as Upload) : null;
}

/**
 * Adds a chunk. One that came before changes nothing; the first one begins anew where it says something else, or the upload has ended. Throws `out-of-range` where one
 * before it is missing.
 */
export async function addChunk(
  keyValue: KeyValue,
  scope: Scope,
  id: string,
  { sequence, bytes, isLast, names }: NewChunk,
): Promise<Upload> {
  const known = await readUpload(keyValue, scope, id);
  const chunkHash = hash('sha256', bytes);
  const isRepeat = known?.firstHash === chunkHash && (known.memoryKey === '' || isLast);
  const upload = !known || (sequence === 0 && !isRepeat) ? { ...begun, names, firstHash: chunkHash } : known;
  if (sequence < upload.next) return upload;
  if (sequence > upload.next)
    throw new OperationError('out-of-range', `sequence: must be ${upload.next}, the chunk that comes next, got ${sequence}`);
  const start = upload.totalBytes;
  const chunk: Chunk = { start, bytes: Buffer.from(bytes).toString('base64'), names };
  await keyValue.set(scope, keyOf(id, sequence), JSON.stringify(chunk), { ttlMs });
  const totalBytes = start + bytes.length;
  const tailFrom = await dropMiddle(keyValue, scope, id, { ...upload, next: sequence + 1, totalBytes });
  const grown = { ...upload, next: sequence + 1, totalBytes, tailFrom, hash: hash('sha256', upload.hash + chunkHash) };
  await writeUpload(keyValue, scope, id, grown);
  return grown;
}

/** Stores what is known of an upload. */
export async function writeUpload(keyValue: KeyValue, scope: Scope, id: string, upload: Upload): Promise<void> {
  await keyValue.set(scope, keyOf(id), JSON.stringify(upload), { ttlMs });
}

/** The chunks that are held, with the position of their first byte in the content. */
export async function* chunksOf(
  keyValue: KeyValue,
  scope: Scope,
  id: string,
  upload: Upload,
): AsyncIterable<{ readonly start: number; readonly bytes: Uint8Array }> {
  for (let sequence = 0; sequence < upload.next; sequence += 1) {
    const chunk = await readChunk(keyValue, scope, id, sequence);
    if (chunk) yield { start: chunk.start, bytes: Buffer.from(chunk.bytes, 'base64') };
    // Of a long content those in the middle are dropped.
    else sequence = Math.max(sequence, upload.tailFrom - 1);
  }
}

/** Drops the chunks of an upload; what is known of it stays, for a repeat of its last chunk. */
export async function dropChunks(keyValue: KeyValue, scope: Scope, id: string, upload: Upload): Promise<void> {
  for (let sequence = 0; sequence < upload.next; sequence += 1) await keyValue.delete(scope, keyOf(id, sequence));
}

const begun: Upload = { next: 0, totalBytes: 0, tailFrom: 0, firstHash: '', hash: '', memoryKey: '', names: [] };

/** Drops chunks that lie wholly between the beginning and the end of what is stored. Answers the first one that stays behind the beginning. */
async function dropMiddle(keyValue: KeyValue, scope: Scope, id: string, upload: Upload): Promise<number> {
  const tailStart = upload.totalBytes - halfBytes;
  if (tailStart <= halfBytes) return 0;
  for (let sequence = upload.tailFrom; ; sequence += 1) {
    const chunk = await readChunk(keyValue, scope, id, sequence);
    const end = chunk ? chunk.start + Buffer.byteLength(chunk.bytes, 'base64') : 0;
    if (chunk && end > tailStart) return sequence;
    if (sequence >= upload.next) return upload.next;
    if (chunk && chunk.start >= halfBytes) await keyValue.delete(scope, keyOf(id, sequence));
  }
}

async function readChunk(keyValue: KeyValue, scope: Scope, id: string, sequence: number): Promise<Chunk | null> {
  const entry = await keyValue.get(scope, keyOf(id, sequence));
  return entry ? (JSON.parse(entry.value) as Chunk) : null;
}

function keyOf(id: string, sequence?: number): string {
  return `detail-upload/${hash('sha256', id)}${sequence === undefined ? '' : `/${sequence}`}`;
}

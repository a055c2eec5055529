import { createHash } from 'node:crypto';
import type { ResponseOf } from '@agent-mem/contract';
import type { TestFleet } from '@agent-mem/testing';
import { defaultScope } from '@agent-mem/testing';
import type { ExpectedDetail } from './fixtures.ts';

const pieceBytes = 512 * 1024;

/** A detail as the store holds it, read whole, and found by a word. */
export async function detailOf(
  fleet: Pick<TestFleet, 'ports'>,
  memory_key: string,
  word: string,
): Promise<ExpectedDetail | null> {
  const { details } = fleet.ports;
  const known = await details.stat(defaultScope, memory_key);
  const found = await details.search(defaultScope, { words: [word], limit: 10 });
  if (!known || !found.some(({ memoryKey }) => memoryKey === memory_key)) return null;
  const hash = createHash('sha256');
  for (let offset = 0; offset < known.sizeBytes; offset += pieceBytes)
    hash.update((await details.read(defaultScope, memory_key, { offset, maxBytes: pieceBytes })) ?? new Uint8Array());
  const { contentType, metadata, sizeBytes } = known;
  return { memory_key, content_type: contentType, metadata, sha256: hash.digest('hex'), size_bytes: sizeBytes, word };
}

/** SHA-256 of a detail as RetrieveDetail answers it, part by part. */
export async function openedDetail({ caller }: Pick<TestFleet, 'caller'>, memory_key: string): Promise<string> {
  const hash = createHash('sha256');
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: ResponseOf<'working-memory', 'retrieve_detail'> = await caller.call('working-memory', 'retrieve_detail', {
      memory_key,
      offset,
    });
    hash.update(answer.content);
    offset = answer.next_offset;
  }
  return hash.digest('hex');
}

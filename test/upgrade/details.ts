import { createHash } from 'node:crypto';
import type { TestFleet } from '@agent-mem/testing';
import { defaultScope } from '@agent-mem/testing';
import type { ExpectedDetail } from './fixtures.ts';

const pieceBytes = 512 * 1024;

/** A detail read whole, piece by piece, and found by a word. No operation reads one yet, so the port is asked. */
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

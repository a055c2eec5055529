import { createHash } from 'node:crypto';
import type { IdPrefix } from '@agent-mem/contract';

/** An id that is the same for the same words: an RFC 9562 UUID of version 8, so that doing the same again writes the same node. */
export function derivedId(prefix: IdPrefix, ...words: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${prefix}_${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`;
}

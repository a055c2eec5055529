import { randomFillSync } from 'node:crypto';

/** Prefixes of the ids we make. */
export const idPrefixes = ['fact', 'epi', 'msg', 'call', 'res', 'inv', 'sum', 'job', 'det', 'edge', 'rcpt', 'conv'] as const;

/** What an id says of the thing it names. */
export type IdPrefix = (typeof idPrefixes)[number];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new id: the prefix and a UUIDv7 (RFC 9562), so ids of one kind sort by the millisecond they were made in, and those of one process by their order in it. */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  return `${prefix}_${uuidV7(now)}`;
}

/** Random bytes for many ids, each used once: asking the machine for them costs as much for one id as for all of these. */
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/** The millisecond of the id before, and its place in that millisecond. */
let lastMs = -1;
let sequence = 0;
const idsPerMillisecond = 4_096;

/** A UUIDv7: 48 bits of Unix milliseconds, 12 bits that count this process's ids of one millisecond (RFC 9562, 6.2, method 1), 62 random bits. */
export function uuidV7(now: number = Date.now()): string {
  sequence = now === lastMs ? (sequence + 1) % idsPerMillisecond : 0;
  lastMs = now;
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The id with its prefix, from the id or its bare UUID; `null` if the text is neither. */
export function canonicalId(prefix: IdPrefix, text: string): string | null {
  const bare = text.startsWith(`${prefix}_`) ? text.slice(prefix.length + 1) : text;
  const lower = bare.toLowerCase();
  return uuid.test(lower) ? `${prefix}_${lower}` : null;
}

/** The id of a conversation's node. Callers name conversations as they like; the prefix keeps those names apart from other ids. */
export function conversationNodeId(conversationId: string): string {
  return conversationId.startsWith('conv_') ? conversationId : `conv_${conversationId}`;
}

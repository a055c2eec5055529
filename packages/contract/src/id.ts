import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { BoundedMap } from './bounded-map.ts';
import { sha256 } from './operations/identity.ts';

/** Prefixes of the ids we make. */
export const idPrefixes = [
  'fact',
  'epi',
  'msg',
  'call',
  'res',
  'inv',
  'sum',
  'csum',
  'job',
  'det',
  'edge',
  'rcpt',
  'conv',
  'ins',
  'code',
  'ent',
  'err',
  'sol',
  'weight',
  'ques',
  'fb',
] as const;

/** What an id says of the thing it names. */
export type IdPrefix = (typeof idPrefixes)[number];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new id: the prefix and a UUIDv7 (RFC 9562), so ids of one kind sort by the millisecond they were made in, and those of one process by their order in it. */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  return `${prefix}_${uuidV7(now)}`;
}

/** The last sequence number of each millisecond that ids were made of lately: who is slow makes one of an earlier millisecond between others. */
const sequences = new BoundedMap<number, number>(64);

/** A UUIDv7: 48 bits of Unix milliseconds, 32 bits that rise from a random start with this process's ids of one millisecond (RFC 9562, 6.2, method 1), 42 random bits. */
export function uuidV7(now: number = Date.now()): string {
  return v7({ msecs: now, seq: nextSequence(now), random: nextRandom() });
}

function nextSequence(now: number): number {
  const last = sequences.get(now);
  const next = last === undefined ? randomInt(2 ** 31) : last + 1;
  sequences.set(now, next);
  return next;
}

const randomBytes = new Uint8Array(16);
/** Drawn for many ids at once: a draw takes longer than an id. */
const pool = new Uint8Array(randomBytes.length * 256);
let drawn = pool.length;

function nextRandom(): Uint8Array {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  randomBytes.set(pool.subarray(drawn, drawn + randomBytes.length));
  drawn += randomBytes.length;
  return randomBytes;
}

/** The id with its prefix, from the id or its bare UUID; `null` if the text is neither. */
export function canonicalId(prefix: IdPrefix, text: string): string | null {
  const bare = text.startsWith(`${prefix}_`) ? text.slice(prefix.length + 1) : text;
  const lower = bare.toLowerCase();
  return uuid.test(lower) ? `${prefix}_${lower}` : null;
}

/** The ids of nodes that a text may name, the likeliest first: itself; behind each prefix, where it is a bare UUID; a conversation's, where it is no id of ours. */
export function idsNamedBy(text: string): readonly string[] {
  const canonical = idPrefixes.flatMap((prefix) => canonicalId(prefix, text) ?? []);
  const isWhole = canonical.length === 1;
  return [...new Set([text, ...canonical, ...(isWhole ? [] : [conversationNodeId(text)])])];
}

/** The id of a conversation's node. Callers name conversations as they like; the prefix keeps those names apart from other ids. */
export function conversationNodeId(conversationId: string): string {
  return conversationId.startsWith('conv_') ? conversationId : `conv_${conversationId}`;
}

/** The ids of the messages of an invocation's question and answer: the same however often they are made, with the time of the invocation's id, in this order. */
export function messageIdsOf(invocationId: string): { readonly question: string; readonly answer: string } {
  const hash = sha256(invocationId);
  const uuidOf = canonicalId('inv', invocationId)?.slice('inv_'.length) ?? `${hash.slice(20, 28)}-${hash.slice(28, 32)}`;
  const shared = `msg_${uuidOf.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 17)}`;
  return { question: `${shared}0`, answer: `${shared}1` };
}

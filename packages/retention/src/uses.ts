import { createHash } from 'node:crypto';
import { dayMs, type Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';

const monthsCounted = 12;
const ttlMs = 400 * dayMs;
/** So many uses stand one by one in a list before the next list begins. What a scope takes goes with its memories, and not with its questions. */
const usesPerList = 1_000;

/** What is counted of a month, under one version. */
interface Counted {
  /** Number of the list that takes uses now. It and the one before it are not in `counts`. */
  readonly list: number;
  /** Uses by the hash of their memory. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Notes that memories went into the context of an invocation: one append for all of them, after the invocation, never on a read. They stand by a
 * hash, so that a purge of one of them does not take along what is known of the others.
 */
export async function noteUses(keyValue: KeyValue, scope: Scope, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const month = monthOf(new Date(now));
  const { version, counted } = await countedIn(keyValue, scope, month);
  const length = await keyValue.append(scope, listKey(month, counted.list), ids.map(shortHash), { ttlMs });
  if (length >= usesPerList) await beginList(keyValue, scope, month, counted, version);
}

/** How often each memory was used in the last twelve months. What the key-value store has lost was not. */
export async function usesOf(keyValue: KeyValue, scope: Scope, now: number): Promise<(id: string) => number> {
  const counts = new Map<string, number>();
  const add = (hash: string, uses: number) => counts.set(hash, (counts.get(hash) ?? 0) + uses);
  const { year, month } = { year: new Date(now).getUTCFullYear(), month: new Date(now).getUTCMonth() };
  for (let back = 0; back < monthsCounted; back++) {
    const name = monthOf(new Date(Date.UTC(year, month - back)));
    const { counted } = await countedIn(keyValue, scope, name);
    for (const [hash, uses] of Object.entries(counted.counts)) add(hash, uses);
    const lists = counted.list === 0 ? [0] : [counted.list - 1, counted.list];
    for (const list of lists) for (const hash of await keyValue.list(scope, listKey(name, list))) add(hash, 1);
  }
  return (id) => counts.get(shortHash(id)) ?? 0;
}

/**
 * Begins the next list, and adds up the list before the full one: a process that still appends does so to the full one or a later one. Of several
 * processes that do it at once one succeeds. A list that a crash leaves behind is counted already, and ends by its time to live.
 */
async function beginList(keyValue: KeyValue, scope: Scope, month: string, { list, counts }: Counted, version: number) {
  const before = listKey(month, list - 1);
  const sums = new Map(Object.entries(counts));
  for (const hash of await keyValue.list(scope, before)) sums.set(hash, (sums.get(hash) ?? 0) + 1);
  const next: Counted = { list: list + 1, counts: Object.fromEntries(sums) };
  const written = await keyValue.compareAndSet(scope, countedKey(month), version, JSON.stringify(next), { ttlMs });
  if (written !== null) await keyValue.delete(scope, before);
}

async function countedIn(keyValue: KeyValue, scope: Scope, month: string) {
  const entry = await keyValue.get(scope, countedKey(month));
  // Nobody else writes it.
  const counted: Counted = entry ? (JSON.parse(entry.value) as Counted) : { list: 0, counts: {} };
  return { version: entry?.version ?? 0, counted };
}

function monthOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}

function countedKey(month: string): string {
  return `uses-counted/${month}`;
}

function listKey(month: string, list: number): string {
  return list === 0 ? `uses/${month}` : `uses/${month}/${list}`;
}

function shortHash(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 16);
}

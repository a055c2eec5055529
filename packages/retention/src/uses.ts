import { createHash } from 'node:crypto';
import { dayMs, type Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';

const monthsCounted = 12;
const ttlMs = 400 * dayMs;

/**
 * Notes that memories went into the context of an invocation: one write for all of them, after the invocation, never on a read. They stand by a
 * hash, so that a purge of one of them does not take along what is known of the others.
 */
export async function noteUses(keyValue: KeyValue, scope: Scope, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0) await keyValue.append(scope, keyOf(new Date(now)), ids.map(shortHash), { ttlMs });
}

/** How often each memory was used in the last twelve months. What the key-value store has lost was not. */
export async function usesOf(keyValue: KeyValue, scope: Scope, now: number): Promise<(id: string) => number> {
  const counts = new Map<string, number>();
  const { year, month } = { year: new Date(now).getUTCFullYear(), month: new Date(now).getUTCMonth() };
  for (let back = 0; back < monthsCounted; back++) {
    const list = await keyValue.list(scope, keyOf(new Date(Date.UTC(year, month - back))));
    for (const hash of list) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return (id) => counts.get(shortHash(id)) ?? 0;
}

function keyOf(date: Date): string {
  return `uses/${date.toISOString().slice(0, 7)}`;
}

function shortHash(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 16);
}

import type { Invocation } from '@agent-mem/agent-loop';
import type { Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';

const cancelTtlMs = 10 * 60_000;
/** A cancel may come before its request; an older one meant another request with the same id. */
const overtakingMs = 2_000;
const cancelKey = (id: string) => `agent/cancel/${id}`;

/** Leaves word that an invocation is to stop, for the instance that runs it. */
export async function noteCancel(keyValue: KeyValue, scope: Scope, id: string, now: number): Promise<void> {
  await keyValue.set(scope, cancelKey(id), String(now), { ttlMs: cancelTtlMs });
}

/** Whether word was left, by the invocation's id or its request's. */
export async function isCancelNoted(keyValue: KeyValue, scope: Scope, invocation: Invocation): Promise<boolean> {
  const ids = [invocation.invocationId, invocation.requestId];
  const notes = await Promise.all(ids.map((id) => keyValue.get(scope, cancelKey(id))));
  return notes.some((note) => note !== null && Number(note.value) >= Date.parse(invocation.startedAt) - overtakingMs);
}

import type { Invocation } from '@agent-mem/agent-loop';
import type { Scope } from '@agent-mem/contract';
import { defineRunJournal } from '@agent-mem/runtime';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';
import { entryTtlMs } from './journal-entry.ts';

/** What is noted of an invocation that waits for a place of any process. */
interface PendingNote {
  /** Of its request. */
  readonly key: string;
  /** Milliseconds since 1970 after which it must not begin; `null`: it may at any time. */
  readonly deadline: number | null;
}

/** An invocation that waits for a place of any process. */
export interface Pending extends PendingNote {
  readonly scope: Scope;
  readonly invocationId: string;
}

const notes = defineRunJournal<PendingNote>({ prefix: 'agent/pending/', ttlMs: entryTtlMs });

/** Notes that it waits. Of two deadlines the later one holds: one of its callers still waits. */
export async function notePending(
  keyValue: KeyValue,
  scope: Scope,
  { invocationId }: Pick<Invocation, 'invocationId'>,
  { key, deadline }: PendingNote,
): Promise<void> {
  const known = await notes.read(keyValue, scope, invocationId);
  const run = { key, deadline: known ? later(known.deadline, deadline) : deadline };
  await notes.write(keyValue, { scope, id: invocationId, run });
}

/** Whether it waits. */
export async function isPending(keyValue: KeyValue, scope: Scope, { invocationId }: Invocation): Promise<boolean> {
  return (await notes.read(keyValue, scope, invocationId)) !== null;
}

/** It waits no more. */
export function forgetPending(keyValue: KeyValue, scope: Scope, invocationId: string): Promise<void> {
  return notes.forget(keyValue, scope, invocationId);
}

/** All that wait, of all scopes, in the order in which they arrived: their ids are made of the time. */
export async function pendingInvocations(keyValue: KeyValueMaintenance): Promise<readonly Pending[]> {
  const found: Pending[] = [];
  for await (const { scope, id, run } of notes.runs(keyValue)) found.push({ ...run, scope, invocationId: id });
  return found.toSorted((a, b) => (a.invocationId < b.invocationId ? -1 : 1));
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}

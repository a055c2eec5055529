import type { Invocation } from '@agent-mem/agent-loop';
import type { Scope } from '@agent-mem/contract';
import { defineRunJournal, type JournaledRun } from '@agent-mem/runtime';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';
import { entryTtlMs, type JournalEntry } from './journal-entry.ts';

/** An invocation by its id. */
type Named = Pick<Invocation, 'invocationId'>;

/** An instance that has not renewed its lease for so long is taken for dead. */
export const leaseTtlMs = 6_000;

/** The notes of one kind of invocations: each with its request's key. */
const notesAt = (prefix: string) =>
  defineRunJournal<string>({
    prefix,
    ttlMs: entryTtlMs,
    leasePrefix: 'agent/lease/',
    leaseMs: leaseTtlMs,
    text: { write: String, read: String },
  });

/** The few that are not done stand apart, so that looking for them does not read those that are. */
const fromTheBeginning = notesAt('agent/unfinished/');
/** What goes on after it has waited, and forks. 0.1.0 does not look here: it would begin them from the beginning. */
const resumed = notesAt('agent/resumed/');

/** Notes that an invocation is not done. */
export async function noteUnfinished(
  keyValue: KeyValue,
  scope: Scope,
  entry: Pick<JournalEntry, 'invocation' | 'resumed'>,
  key: string,
): Promise<void> {
  const notes = entry.resumed ? resumed : fromTheBeginning;
  await notes.write(keyValue, { scope, id: entry.invocation.invocationId, run: key });
}

/** Nothing of it is left to do. */
export async function forgetUnfinished(
  keyValue: KeyValue,
  scope: Scope,
  { invocation: { invocationId } }: { readonly invocation: Named },
): Promise<void> {
  await Promise.all([fromTheBeginning, resumed].map((notes) => notes.forget(keyValue, scope, invocationId)));
}

/** The invocations of all scopes that are not done: `run` is the key of the request. */
export async function* unfinishedRuns(keyValue: KeyValueMaintenance): AsyncIterable<JournaledRun<string>> {
  yield* fromTheBeginning.runs(keyValue);
  yield* resumed.runs(keyValue);
}

/** Takes or renews the right to run an invocation; false while another instance has it. */
export function holdLease(keyValue: KeyValue, scope: Scope, { invocationId }: Named, holder: string): Promise<boolean> {
  return fromTheBeginning.hold(keyValue, scope, invocationId, holder);
}

export function releaseLease(keyValue: KeyValue, scope: Scope, { invocationId }: Named, holder: string): Promise<void> {
  return fromTheBeginning.release(keyValue, scope, invocationId, holder);
}

import type { Invocation } from '@agent-mem/agent-loop';
import type { Scope } from '@agent-mem/contract';
import { defineRunJournal, type JournaledRun } from '@agent-mem/runtime';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';
import { entryTtlMs } from './journal-entry.ts';

/** An invocation by its id. */
type Named = Pick<Invocation, 'invocationId'>;

/** An instance that has not renewed its lease for so long is taken for dead. */
export const leaseTtlMs = 6_000;

/** The few that are not done stand apart, each with its request's key, so that looking for them does not read those that are. */
const unfinished = defineRunJournal<string>({
  prefix: 'agent/unfinished/',
  ttlMs: entryTtlMs,
  leasePrefix: 'agent/lease/',
  leaseMs: leaseTtlMs,
  text: { write: String, read: String },
});

/** Notes that an invocation is not done. */
export async function noteUnfinished(keyValue: KeyValue, scope: Scope, { invocationId }: Named, key: string): Promise<void> {
  await unfinished.write(keyValue, { scope, id: invocationId, run: key });
}

/** Nothing of it is left to do. */
export async function forgetUnfinished(
  keyValue: KeyValue,
  scope: Scope,
  { invocation }: { readonly invocation: Named },
): Promise<void> {
  await unfinished.forget(keyValue, scope, invocation.invocationId);
}

/** The invocations of all scopes that are not done: `run` is the key of the request. */
export function unfinishedRuns(keyValue: KeyValueMaintenance): AsyncIterable<JournaledRun<string>> {
  return unfinished.runs(keyValue);
}

/** Takes or renews the right to run an invocation; false while another instance has it. */
export function holdLease(keyValue: KeyValue, scope: Scope, { invocationId }: Named, holder: string): Promise<boolean> {
  return unfinished.hold(keyValue, scope, invocationId, holder);
}

export function releaseLease(keyValue: KeyValue, scope: Scope, { invocationId }: Named, holder: string): Promise<void> {
  return unfinished.release(keyValue, scope, invocationId, holder);
}

import { OperationError, type Scope, type WorkingMemoryItem } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';
import type { Trace, TraceSummary } from './domain/trace.ts';

/** A trace as it was read, and the version of its summary. */
export interface StoredTrace {
  readonly trace: Trace;
  /** 0: it has no summary. */
  readonly summaryVersion: number;
}

/** The trace of an invocation; `null` if there is none. */
export async function readTrace(keyValue: KeyValue, scope: Scope, invocationId: string): Promise<StoredTrace | null> {
  const keys = keysOf(invocationId);
  // The items are read last: a summary never covers more than there is.
  const goal = await keyValue.get(scope, keys.goal);
  const summary = await keyValue.get(scope, keys.summary);
  const items = (await keyValue.list(scope, keys.items)).map((item) => JSON.parse(item) as WorkingMemoryItem);
  if (!goal && items.length === 0) return null;
  const parsed = summary ? (JSON.parse(summary.value) as TraceSummary) : null;
  return {
    trace: {
      goal: goal ? (JSON.parse(goal.value) as WorkingMemoryItem) : null,
      items,
      // A list that ran out and was begun again has fewer items than its old summary tells of.
      summary: parsed && parsed.covers <= items.length ? parsed : null,
    },
    summaryVersion: summary?.version ?? 0,
  };
}

/** The trace of an invocation; rejects with `not-found` if there is none. */
export async function findTrace(keyValue: KeyValue, scope: Scope, invocationId: string): Promise<StoredTrace> {
  const stored = await readTrace(keyValue, scope, invocationId);
  if (!stored) throw new OperationError('not-found', `Working memory of ${invocationId} not found`);
  return stored;
}

/** Appends items; those at positions that are taken already change nothing. Rejects with `out-of-range` where it would leave a gap. */
export async function appendItems(
  keyValue: KeyValue,
  scope: Scope,
  invocationId: string,
  items: readonly WorkingMemoryItem[],
  options: { readonly position: number | null; readonly ttlMs: number },
): Promise<void> {
  const { position, ttlMs } = options;
  const values = items.map((item) => JSON.stringify(item));
  await keyValue.append(scope, keysOf(invocationId).items, values, { ttlMs, ...(position === null ? {} : { position }) });
}

/** Keeps what the invocation is to achieve. */
export async function storeGoal(
  keyValue: KeyValue,
  scope: Scope,
  invocationId: string,
  goal: WorkingMemoryItem,
  ttlMs: number,
): Promise<void> {
  await keyValue.set(scope, keysOf(invocationId).goal, JSON.stringify(goal), { ttlMs });
}

/** Stores a summary unless another was stored since the trace was read. Answers whether it did. */
export async function storeSummary(
  keyValue: KeyValue,
  scope: Scope,
  invocationId: string,
  summary: TraceSummary,
  options: { readonly expectedVersion: number; readonly ttlMs: number },
): Promise<boolean> {
  const { expectedVersion, ttlMs } = options;
  const version = await keyValue.compareAndSet(scope, keysOf(invocationId).summary, expectedVersion, JSON.stringify(summary), {
    ttlMs,
  });
  return version !== null;
}

/** Drops all of a trace. */
export async function dropTrace(keyValue: KeyValue, scope: Scope, invocationId: string): Promise<void> {
  const keys = keysOf(invocationId);
  await Promise.all([keys.items, keys.goal, keys.summary].map((key) => keyValue.delete(scope, key)));
}

function keysOf(invocationId: string) {
  const items = `working-memory/${invocationId}`;
  return { items, goal: `${items}/goal`, summary: `${items}/summary` };
}

import { OperationError, type Scope, type WorkingMemoryItem } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';
import type { Trace, TraceSummary } from './domain/trace.ts';
import type { StartContext } from './handler.ts';

/** A trace as it was read, and the version of its summary. */
interface StoredTrace {
  readonly trace: Trace;
  /** 0: it has no summary. */
  readonly summaryVersion: number;
}

/** The stored trace of one invocation. */
interface TraceStore {
  /** `null` if there is none. */
  read(): Promise<StoredTrace | null>;
  /** Rejects with `not-found` if there is none. */
  find(): Promise<StoredTrace>;
  /** Appends items, at a position if one is given; those at positions that are taken already change nothing. Resolves with the count of all items. Rejects with `out-of-range` where it would leave a gap. */
  append(items: readonly WorkingMemoryItem[], position: number | null): Promise<number>;
  /** Stores what the invocation is to achieve. */
  storeGoal(goal: WorkingMemoryItem): Promise<void>;
  /** Stores a summary unless another was stored since the trace was read. Answers whether it did. */
  storeSummary(summary: TraceSummary, expectedVersion: number): Promise<boolean>;
  /** Drops all of it. */
  drop(): Promise<void>;
}

export function traceStore(
  context: { readonly config: StartContext['config']; readonly keyValue: KeyValue; readonly scope: Scope },
  invocationId: string,
): TraceStore {
  const { config, keyValue, scope } = context;
  const lifetime = { ttlMs: config.WORKING_MEMORY_TTL_SECONDS * 1_000 };
  const itemsKey = `working-memory/${invocationId}`;
  const goalKey = `${itemsKey}/goal`;
  const summaryKey = `${itemsKey}/summary`;

  async function read(): Promise<StoredTrace | null> {
    // The items are read last: a summary never covers more than there is.
    const goal = await keyValue.get(scope, goalKey);
    const summary = await keyValue.get(scope, summaryKey);
    const items = (await keyValue.list(scope, itemsKey)).map((item) => JSON.parse(item) as WorkingMemoryItem);
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

  return {
    read,
    async find() {
      const stored = await read();
      if (!stored) throw new OperationError('not-found', `Working memory of ${invocationId} not found`);
      return stored;
    },
    async append(items, position) {
      const values = items.map((item) => JSON.stringify(item));
      return keyValue.append(scope, itemsKey, values, { ...lifetime, ...(position === null ? {} : { position }) });
    },
    async storeGoal(goal) {
      await keyValue.set(scope, goalKey, JSON.stringify(goal), lifetime);
    },
    async storeSummary(summary, expectedVersion) {
      return (await keyValue.compareAndSet(scope, summaryKey, expectedVersion, JSON.stringify(summary), lifetime)) !== null;
    },
    async drop() {
      await Promise.all([itemsKey, goalKey, summaryKey].map((key) => keyValue.delete(scope, key)));
    },
  };
}

import { createHash } from 'node:crypto';
import { type Scope, scopeKey } from '@agent-mem/contract';
import type { CommittedEvent, GraphNode, NodeKind } from '../graph.ts';

/** Number of parts of every queue. Stores write down the part of what waits: another number needs a migration. */
export const partCount = 32;

/** Each claim asks for the part of every scope, and a scope does not change. */
const parts = new WeakMap<Scope, number>();

/** The part that a scope's work is in, the same in every process and version. */
export function partOf(scope: Scope): number {
  const known = parts.get(scope);
  if (known !== undefined) return known;
  const part = createHash('sha256').update(scopeKey(scope)).digest().readUInt32BE() % partCount;
  parts.set(scope, part);
  return part;
}

/** An event that was committed and waits to be published. */
export interface OutboxEntry {
  /** Rises in the order of commits. */
  readonly position: string;
  readonly event: CommittedEvent;
}

/** A node with work to be done on it. */
export interface WaitingNode {
  readonly scope: Scope;
  readonly node: GraphNode;
}

/**
 * What waits in the Graph, by queue. Each is in the order in which it is to be done, and each is over by a write of its own:
 * - `publish`: committed events, oldest first; over by `markPublished`. Always empty where the commit itself publishes.
 * - `due`: ACTIVE nodes whose `dueAt` has come, the longest overdue first; over by a commit that moves `dueAt` on.
 * - `index`: nodes whose search document is behind, the longest unchanged first; over by `markIndexed`.
 */
export interface WaitingWork {
  readonly publish: OutboxEntry;
  readonly due: WaitingNode;
  readonly index: WaitingNode;
}

/** A queue of the Graph. */
export type QueueName = keyof WaitingWork;

/** The owner of each part; `null`: nobody. */
export type PartOwners = readonly (string | null)[];

/** Who asks for work, and for which. */
export interface Claim {
  /** Owners that share out the work among them; each work is done once in each group. */
  readonly group: string;
  /** A process, by a name of its own. */
  readonly owner: string;
  /** Of nodes. Ignored by `publish`. */
  readonly kinds?: readonly NodeKind[];
  /** Of `due`: the time that has come, ISO 8601. */
  readonly until?: string;
  readonly limit: number;
}

/**
 * Hands out what waits. A queue is cut into parts by the hash of the scope, and each part has one owner in a group at a time, so the order
 * within a scope holds and a second process adds to the first. An owner holds its share of the parts by a lease that it renews; the parts
 * of one that died are free when its lease is over.
 *
 * A claim marks nothing: until work is over, the next claim answers it again, also that of the next owner. So work is done at least once,
 * and an owner that lost its lease without noticing costs a repetition, never an event or its order: nobody goes past work that is not over.
 */
export interface WorkQueue {
  /**
   * Renews the lease of an owner in some groups for `ttlMs`, by the store's time, and answers who owns each part, by group. It holds about
   * as many as every other living owner: it takes free parts up to its share, and gives up those beyond it but not the busy ones.
   *
   * @param busy by group, the parts in which work of the owner is under way.
   */
  hold(
    owner: string,
    busy: Readonly<Record<string, readonly number[]>>,
    ttlMs: number,
  ): Promise<Readonly<Record<string, PartOwners>>>;
  /** Gives up all parts of an owner in these groups at once. */
  release(owner: string, groups: readonly string[]): Promise<void>;
  /** What waits in the parts that the owner holds; nothing when its lease is over. */
  claim<Queue extends QueueName>(queue: Queue, claim: Claim): Promise<readonly WaitingWork[Queue][]>;
}

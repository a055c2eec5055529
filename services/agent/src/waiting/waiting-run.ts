import type { BegunTurn, Frame, StepRecord } from '@agent-mem/agent-loop';
import { canonicalId, type ModelUsage, OperationError, type Scope } from '@agent-mem/contract';
import type { OwnGraph } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { type KeyedEntry, type Stop, written } from '../journal/journal-entry.ts';

/** An invocation that waits, or has waited, with all that any process needs to go on with it. */
export interface WaitingRun {
  /** It waits; it was decided on and goes on; or it has ended. */
  readonly state: 'waiting' | 'resumed' | 'ended';
  /** As it is opened again. */
  readonly entry: KeyedEntry;
  readonly steps: readonly StepRecord[];
  readonly begun: BegunTurn;
  /** Hashes of all decisions that had an effect, by call id: also of turns before this one. */
  readonly decided: Readonly<Record<string, string>>;
  readonly usage: readonly ModelUsage[];
  /** ISO 8601. */
  readonly since: string;
  readonly expiresAt: string;
  /** The waiting frame; of one that has ended, its last. */
  readonly frame: Frame;
  readonly stop: Stop | null;
  /** Its journal was opened since it was decided on: calls may have been made. */
  readonly isOpened: boolean;
}

/** A run with the version of its node. */
export interface StoredRun {
  readonly run: WaitingRun;
  readonly version: number;
}

/** How long one that goes on is left alone before its journal is looked at. */
const lookAgainMs = 30_000;

/** The node of a run, as it is written over that version; 0: it must not be there. */
export function runNode(run: WaitingRun, expectedVersion: number, now: number): NodeWrite {
  const at = new Date(now).toISOString();
  const { invocation } = run.entry;
  return {
    id: runIdOf(invocation.invocationId),
    kind: 'Run',
    conversationId: invocation.conversationId,
    createdAt: run.since,
    updatedAt: at,
    dueAt: run.state === 'resumed' ? new Date(now + lookAgainMs).toISOString() : run.expiresAt,
    expectedVersion,
    properties: { state: run.state, expires_at: run.expiresAt, run: written(run, run.entry) },
  };
}

/** The run of an invocation; `null`: it has never waited, or is no more known. */
export async function readRun(graph: Pick<OwnGraph, 'get'>, scope: Scope, invocationId: string): Promise<StoredRun | null> {
  const [node] = await graph.get(scope, [runIdOf(invocationId)]);
  return node ? runOf(node) : null;
}

/** The run that a node holds. */
export function runOf({ kind, status, properties, version }: GraphNode): StoredRun | null {
  if (kind !== 'Run' || status !== 'ACTIVE' || typeof properties.run !== 'string') return null;
  return { run: JSON.parse(properties.run) as WaitingRun, version };
}

/** The refusal of an id by which nothing waits or has waited. */
export function noSuchRun(invocationId: string): OperationError {
  return new OperationError(
    'not-found',
    `invocation_id: no run ${canonicalId('inv', invocationId) ?? invocationId} waits here; ListWaiting names those that wait`,
  );
}

function runIdOf(invocationId: string): string {
  return invocationId.replace(/^inv_/, 'run_');
}

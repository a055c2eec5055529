import { dayMs, type Event, parseEvent } from '@agent-mem/contract';
import { integer } from '@agent-mem/runtime';
import { type GraphNode, type NodeKind, type NodeWrite, storedMembers } from '@agent-mem/storage';
import type { EventContext } from '../context.ts';
import { flowOf } from '../model/learning-model.ts';

/** The variables of a service whose learning may wait. */
export const learningVariables = {
  LEARN_RETRY_DAYS: integer({
    meaning:
      'How long a model that was away is asked again about texts that only rules have read; after that the facts of the rules stay',
    unit: 'days',
    min: 0,
    max: 365,
    default: 7,
  }),
};

const firstPauseMs = 10_000;
const longestPauseMs = 900_000;

/** Why a model has not read something yet: it is away, its tokens of the day are spent, or more turns are to come first. */
export type WaitsFor = 'model' | 'tokens' | 'turns';

/** Something that rules have read, and a model is still to read. */
export interface Backlog {
  /** The message to be read; `null`: an event is. */
  readonly messageId: string | null;
  /** The event to be learned from; `null`: a message is read. */
  readonly event: Event | null;
  /** The flow whose model is to read it, where no other is named; `null`: none. */
  readonly flow: string | null;
  /** Ids of what the rules have made of it. */
  readonly made: readonly string[];
  readonly waitsFor: WaitsFor;
  /** Since when it waits for this (ISO 8601). */
  readonly since: string;
  /** How often the model was away when its turn came. */
  readonly attempts: number;
}

/** The kinds of nodes that say so, each of one service. */
type BacklogKind = Extract<NodeKind, 'FactBacklog' | 'EpisodeBacklog'>;

interface StoredBacklog extends Omit<Backlog, 'event'> {
  /** As JSON. */
  readonly event: string | null;
}

const stored = storedMembers<StoredBacklog>(null, {
  messageId: null,
  event: null,
  flow: null,
  made: [],
  waitsFor: 'model',
  since: '',
  attempts: 0,
});

/** What is to wait for a model: a message by its id, or an event. */
type Waiting =
  | { readonly messageId: string; readonly conversationId: string | null; readonly flow: string | null }
  | { readonly event: Event; readonly conversationId: string | null };

/**
 * Lets a message or an event wait for a model, by its id: what waits already does not wait twice. `made`: what the rules have made of it. `turnsMs`: how
 * long it waits for more turns.
 */
export function waitingNode(
  kind: BacklogKind,
  waiting: Waiting,
  { made, waitsFor, turnsMs = 0 }: Pick<Backlog, 'made' | 'waitsFor'> & { readonly turnsMs?: number },
  now: number,
): NodeWrite {
  const subject =
    'event' in waiting
      ? { messageId: null, event: waiting.event, flow: flowOf(waiting.event) }
      : { messageId: waiting.messageId, event: null, flow: waiting.flow };
  const at = new Date(now).toISOString();
  const backlog = { ...subject, made, waitsFor, since: at, attempts: waitsFor === 'model' ? 1 : 0 };
  return {
    id: `backlog_${kind}_${subject.messageId ?? subject.event?.id ?? ''}`,
    kind,
    conversationId: waiting.conversationId,
    createdAt: at,
    expectedVersion: 0,
    ...written(backlog, turnsMs, now),
  };
}

/** Lets what waits wait on, at the end of its pause. */
export async function postpone(
  rows: readonly GraphNode[],
  waitsFor: WaitsFor,
  { clock, graph, scope }: Pick<EventContext<unknown>, 'clock' | 'graph' | 'scope'>,
): Promise<void> {
  const now = clock.now();
  const nodes = rows.map((row): NodeWrite => {
    const { id, kind, conversationId, createdAt, version } = row;
    return { id, kind, conversationId, createdAt, expectedVersion: version, ...written(waitingOn(row, waitsFor, now), 0, now) };
  });
  if (nodes.length > 0) await graph.commit(scope, { nodes });
}

/** The pauses of what waits for a model grow while the model is away. */
function waitingOn(row: GraphNode, waitsFor: WaitsFor, now: number): Backlog {
  const seen = backlogOf(row);
  return {
    ...seen,
    waitsFor,
    since: seen.waitsFor === waitsFor ? seen.since : new Date(now).toISOString(),
    // What has waited for something else has none.
    attempts: waitsFor === 'model' ? seen.attempts + 1 : 0,
  };
}

function written(backlog: Backlog, turnsMs: number, now: number): Pick<NodeWrite, 'updatedAt' | 'dueAt' | 'properties'> {
  const { event } = backlog;
  return {
    updatedAt: new Date(now).toISOString(),
    dueAt: new Date(dueAt(backlog, turnsMs, now)).toISOString(),
    properties: stored.write({ ...backlog, event: event && JSON.stringify(event) }),
  };
}

function dueAt({ waitsFor, attempts }: Backlog, turnsMs: number, now: number): number {
  if (waitsFor === 'turns') return now + turnsMs;
  if (waitsFor === 'tokens') return (Math.floor(now / dayMs) + 1) * dayMs;
  return now + Math.min(firstPauseMs * 2 ** Math.max(0, attempts - 1), longestPauseMs);
}

/** The node once nothing waits any more; nothing of what it held is left in it. */
export function doneBacklog({ id, kind, conversationId, createdAt, version }: GraphNode, now: number): NodeWrite {
  const updatedAt = new Date(now).toISOString();
  return { id, kind, status: 'DELETED', conversationId, createdAt, updatedAt, properties: {}, expectedVersion: version };
}

/** Reads the node. */
export function backlogOf({ properties }: GraphNode): Backlog {
  const { event, ...backlog } = stored.read(properties);
  return { ...backlog, event: event === null ? null : parseEvent(JSON.parse(event)) };
}

/** Whether a model was away for so long that it is asked no more. */
export function isGivenUp(
  { waitsFor, since }: Backlog,
  { LEARN_RETRY_DAYS }: { readonly LEARN_RETRY_DAYS: number },
  now: number,
): boolean {
  return waitsFor === 'model' && now - Date.parse(since) >= LEARN_RETRY_DAYS * dayMs;
}

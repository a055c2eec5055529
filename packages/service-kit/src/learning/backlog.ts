import { type Event, parseEvent } from '@agent-mem/contract';
import { type GraphNode, type NodeKind, type NodeWrite, storedMembers } from '@agent-mem/storage';

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
export type BacklogKind = Extract<NodeKind, 'FactBacklog' | 'EpisodeBacklog'>;

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

/** The node for a message or an event, by its id: what waits already does not wait twice. */
export function backlogId(kind: BacklogKind, subjectId: string): string {
  return `backlog_${kind}_${subjectId}`;
}

/** Writes the node. `seen`: as it was read; the commit fails if it has changed since. */
export function backlogNode(
  kind: BacklogKind,
  backlog: Backlog,
  conversationId: string | null,
  dueAt: number,
  seen: GraphNode | undefined,
  now: number,
): NodeWrite {
  const { messageId, event } = backlog;
  const at = new Date(now).toISOString();
  return {
    id: backlogId(kind, messageId ?? event?.id ?? ''),
    kind,
    conversationId,
    createdAt: seen?.createdAt ?? at,
    updatedAt: at,
    dueAt: new Date(dueAt).toISOString(),
    properties: stored.write({ ...backlog, event: event && JSON.stringify(event) }),
    expectedVersion: seen?.version ?? 0,
  };
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

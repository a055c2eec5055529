import { type Event, isJsonObject, type ModelUsage, type Scope } from '@agent-mem/contract';
import { publishNotice } from '@agent-mem/messaging';
import { uniqueKeyId } from '@agent-mem/retention';
import { type Graph, type GraphNode, type JsonValue, type NodeWrite, storedMembers } from '@agent-mem/storage';
import type { EventContext } from '../context.ts';
import { type StoredMessage, storedMessage } from './conversation-records.ts';

/** A service that learns from appended messages. */
export type MessageReader = 'facts' | 'episodes';

/** One thing that came of a message, or did not. */
export interface ReadingRecord {
  readonly what: 'learned' | 'changed' | 'refused';
  /** Of the record; empty where none was made. */
  readonly id: string;
  /** Why it was changed or refused, in a word. */
  readonly reason: string;
}

/** What a service has made of a message: ids and reasons, and nothing that was said. */
export interface MessageReading {
  /** `off`: the service was set not to learn from messages, so that this one still counts as unread. `settled`: nothing more comes of it. */
  readonly state: 'read' | 'settled' | 'off';
  readonly records: readonly ReadingRecord[];
  /** What models were asked for it. A question on several messages stands in the note of the first. */
  readonly usage?: readonly ModelUsage[];
}

const stored = storedMembers<{ readonly state: string; readonly records: JsonValue; readonly usage: JsonValue }>(null, {
  state: 'read',
  records: null,
  usage: null,
});

/** Which service reads a message. None reads what an invocation holds, as its own event reports it, nor what systems and tools say. */
export function readerOf({
  role,
  content,
  metadata,
}: Pick<StoredMessage, 'role' | 'content' | 'metadata'>): MessageReader | null {
  if (content.trim() === '' || metadata.invocation_id !== undefined) return null;
  if (role === 'user') return 'facts';
  return role === 'assistant' ? 'episodes' : null;
}

/** The note of a reading: a unique key of the service and the message, which goes when the message is erased. */
export function readingId(reader: MessageReader, messageId: string): string {
  return uniqueKeyId('read', reader, messageId);
}

/** Writes the note. `seen` is the one that was read before; the commit fails if it has changed since. */
export function readingNode(
  reader: MessageReader,
  message: { readonly id: string; readonly conversationId: string | null },
  { state, records, usage = [] }: MessageReading,
  seen: GraphNode | undefined,
  now: string,
): NodeWrite {
  const list = records.map(({ what, id, reason }) => ({ what, id, reason }));
  return {
    id: readingId(reader, message.id),
    kind: 'Guard',
    conversationId: message.conversationId,
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: {
      holder: message.id,
      ...stored.write({ state, records: list, ...(usage.length > 0 && { usage: usage.map((each) => ({ ...each })) }) }),
    },
    expectedVersion: seen?.version ?? 0,
  };
}

/** Reads the note in a node; `null`: there is none. */
export function readingOf(node: GraphNode | undefined): MessageReading | null {
  if (!node) return null;
  const { state, records, usage } = stored.read(node.properties);
  return {
    state: state === 'settled' || state === 'off' ? state : 'read',
    records: Array.isArray(records) ? records.filter(isRecord) : [],
    ...(Array.isArray(usage) && { usage: usage.filter(isUsage) }),
  };
}

/** Those of some messages that a service has read, each with its note's node. */
export async function readingsOf(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  reader: MessageReader,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, GraphNode>> {
  const messages = new Map(messageIds.map((id) => [readingId(reader, id), id]));
  if (messages.size === 0) return new Map();
  const nodes = await graph.get(scope, [...messages.keys()]);
  return new Map(nodes.map((node) => [messages.get(node.id) ?? '', node]));
}

/** An active message; `null`: it is deleted by now. */
export async function activeMessage(
  id: string,
  { graph, scope }: { readonly graph: Pick<Graph, 'get'>; readonly scope: Scope },
): Promise<GraphNode | null> {
  const [node] = await graph.get(scope, [id]);
  return node?.kind === 'Message' && node.status === 'ACTIVE' ? node : null;
}

/** An active message that a service reads, and whether it was read; `null`: it is deleted by now, or not for this service. */
export async function messageToRead(
  reader: MessageReader,
  id: string,
  context: { readonly graph: Pick<Graph, 'get'>; readonly scope: Scope },
): Promise<{ readonly message: GraphNode; readonly isRead: boolean } | null> {
  const message = await activeMessage(id, context);
  if (!message || readerOf(storedMessage.read(message.properties)) !== reader) return null;
  const note = readingOf((await readingsOf(context.graph, context.scope, reader, [id])).get(id));
  return { message, isRead: note !== null && note.state !== 'off' };
}

/** Notes for an instance that waits that its reader is set not to learn. The message stays unread: the end of its conversation may still teach it. */
export async function noteOff(
  reader: MessageReader,
  message: GraphNode,
  { clock, graph, scope }: Pick<EventContext<unknown>, 'clock' | 'graph' | 'scope'>,
): Promise<void> {
  if ((await readingsOf(graph, scope, reader, [message.id])).size > 0) return;
  const off = { state: 'off', records: [{ what: 'refused', id: '', reason: 'off' }] } as const;
  await graph.commit(scope, { nodes: [readingNode(reader, message, off, undefined, new Date(clock.now()).toISOString())] });
}

/** Lets the instance that waits for the message look at its note. What is not sent costs it a second: it looks without a notice, too. */
export async function notifyWaiting({ data }: Event, { bus, log }: Pick<EventContext<unknown>, 'bus' | 'log'>): Promise<void> {
  const { message_id, waiting_client } = data.message_appended ?? {};
  if (!message_id || !waiting_client) return;
  await publishNotice(bus, waiting_client, message_id).catch((err: unknown) =>
    log.warn({ err }, 'an instance that waits for a message was not notified'),
  );
}

function isRecord(value: JsonValue): value is JsonValue & ReadingRecord {
  if (!isJsonObject(value)) return false;
  const { what, id, reason } = value as { readonly [member: string]: JsonValue };
  return ['learned', 'changed', 'refused'].includes(String(what)) && typeof id === 'string' && typeof reason === 'string';
}

function isUsage(value: JsonValue): value is JsonValue & ModelUsage {
  if (!isJsonObject(value)) return false;
  const { model, calls, tokens_in, tokens_out, estimated } = value as { readonly [member: string]: JsonValue };
  return typeof model === 'string' && [calls, tokens_in, tokens_out].every(Number.isInteger) && typeof estimated === 'boolean';
}

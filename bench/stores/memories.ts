import { createHash } from 'node:crypto';
import { completeEvent, type Event, type Scope, scopeOf } from '@agent-mem/contract';
import type { EdgeWrite, IdempotencyRecord, NodeWrite } from '@agent-mem/storage';
import { seededTexts } from '../seeded-texts.ts';

/** Everything is filled into one scope: the largest that somebody has decides what an operation costs. */
export const scope = scopeOfUser('stores');

/** Somebody else's. */
export function scopeOfUser(user: string): Scope {
  return scopeOf({ workspace: 'bench', user, collection: 'default' });
}

export const texts = seededTexts(6);

/** Memories of one conversation. */
export const inConversation = 100;

/** What a store of a fact writes, the same for the same number. */
export interface Memory {
  readonly fact: NodeWrite & { readonly record: string };
  readonly uniqueKey: NodeWrite;
  readonly edge: EdgeWrite;
  readonly idempotency: IdempotencyRecord;
  readonly event: Event;
}

const start = Date.parse('2026-01-01T00:00:00Z');

/** A minute after the one before. ISO 8601, UTC. */
export function timeOf(number: number): string {
  return new Date(start + number * 60_000).toISOString();
}

/** An id that looks like one of ours; later numbers have later ids. */
export function idOf(prefix: string, number: number): string {
  const time = (start + number * 60_000).toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(`${number}`).digest('hex');
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

export function conversationOf(number: number): string {
  return `c${Math.floor(number / inConversation)}`;
}

/** The node of a conversation, to which its facts have edges. */
export function conversationNode(conversationId: string): NodeWrite {
  const createdAt = timeOf(0);
  return { id: `conv_${conversationId}`, kind: 'Conversation', conversationId, createdAt, updatedAt: createdAt, properties: {} };
}

export function memoryOf(number: number): Memory {
  const content = texts.text(number);
  const conversationId = conversationOf(number);
  const id = idOf('fact', number);
  const times = { createdAt: timeOf(number), updatedAt: timeOf(number) };
  const hash = createHash('sha256').update(`${number} ${content}`).digest('hex');
  const { workspace, user, collection } = scope;
  return {
    fact: {
      id,
      kind: 'Fact',
      conversationId,
      ...times,
      indexedVersion: 0,
      properties: propertiesOf(content, number),
      record: 'stored',
    },
    uniqueKey: { id: `guard_${hash}`, kind: 'Guard', ...times, properties: { fact_id: id } },
    edge: { id: idOf('edge', number), kind: 'learned_in', from: id, to: `conv_${conversationId}`, createdAt: times.createdAt },
    idempotency: { operation: 'facts.store', key: idOf('key', number), requestHash: hash, reply: { fact_id: id, created: true } },
    event: completeEvent({
      id: idOf('evt', number),
      type: 'fact-stored',
      conversation_id: conversationId,
      workspace,
      user,
      collection,
      timestamp: times.createdAt,
      data: { fact_stored: { fact_id: id } },
    }),
  };
}

/** About what the facts service keeps of a fact. */
function propertiesOf(content: string, number: number): NodeWrite['properties'] {
  const said = { source: conversationOf(number), timestamp: timeOf(number), metadata: {}, confidence: 1 };
  const about = { subject: null, predicate: null, object: null, replaced_by: null, evidence: null };
  return { content, ...said, visibility: 'scope', trust: 'user', ...about };
}

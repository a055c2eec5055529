import { createHash } from 'node:crypto';
import { conversationNodeId } from '@agent-mem/contract';
import type { GraphNode, NodeKind, NodeWrite } from '@agent-mem/storage';
import type { CertificateRecord } from './certificate.ts';
import type { PurgeTarget } from './purge-target.ts';

/** How long what is noted of a single request or reply is of use: as long as replies are kept. */
const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** What a request for a purge has come to. `again`: what was in hand while it ran may have written since, and is looked for once more. */
export type PurgeState = 'begun' | 'again' | 'over';

/** What is noted of one request, so that its redelivery goes on, or is answered the same. Of a conversation only the hash is known. */
export interface PurgeNote {
  readonly state: PurgeState;
  readonly target: PurgeTarget['kind'];
  readonly memoryId: string | null;
  readonly conversation: string | null;
  /** Kinds that are meant; `null`: all. */
  readonly kinds: readonly NodeKind[] | null;
  readonly before: number;
  readonly certificate: CertificateRecord | null;
}

/**
 * The node that says until when everything of its scope, or of one conversation there, was erased: of all services, or of one.
 * A conversation's name may tell something, so it stands as a hash.
 */
export function purgeMarkId(conversationId: string | null, service: string | null = null): string {
  const parts = ['purged', service, conversationId && conversationHash(conversationId)];
  return parts.filter((part) => part !== null).join(':');
}

/** The node that says that the reply kept under a key was erased with what it told of. */
export function purgedReplyId(operation: string, key: string): string {
  return `purged:reply:${sha256(JSON.stringify([operation, key]))}`;
}

/** The node of one request for a purge. */
export function purgeNoteId(service: string, key: string): string {
  return `purge:${sha256(JSON.stringify([service, key]))}`;
}

/** By what a conversation is known where it must not be named. */
export function conversationHash(conversationId: string): string {
  return sha256(conversationNodeId(conversationId));
}

/** A mark that what was sent before is refused from now on. */
export function purgeMark(id: string, before: number): NodeWrite {
  const at = new Date(before).toISOString();
  return { id, kind: 'PurgeMark', createdAt: at, updatedAt: at, properties: { purged_before: before } };
}

/** A mark that is of use for a few days. */
export function purgedReplyMark(operation: string, key: string, before: number): NodeWrite {
  return { ...purgeMark(purgedReplyId(operation, key), before), dueAt: new Date(before + keptForMs).toISOString() };
}

/** What is noted of a request, and when it is looked at again: soon, unless all is over. */
export function purgeNoteNode(id: string, note: PurgeNote, now: number, soonMs: number): NodeWrite {
  const { state, target, memoryId, conversation, kinds, before, certificate } = note;
  const dueAt = new Date(now + (state === 'over' ? keptForMs : soonMs)).toISOString();
  const at = new Date(now).toISOString();
  const told = certificate && { ...certificate };
  const properties = { state, target, memory_id: memoryId, conversation, kinds, before, certificate: told };
  return { id, kind: 'PurgeMark', createdAt: at, updatedAt: at, dueAt, properties };
}

/** Reads it; `null` for a mark that is no note of a request. */
export function purgeNoteOf(node: GraphNode | undefined): PurgeNote | null {
  if (!node || typeof node.properties.state !== 'string') return null;
  // Written by `purgeNoteNode`, and by nobody else.
  const { memory_id, ...properties } = node.properties as unknown as Omit<PurgeNote, 'memoryId'> & {
    readonly memory_id: string | null;
  };
  return { ...properties, memoryId: memory_id };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

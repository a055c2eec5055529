import type { Init, PurgeRequest, PurgeResponse, Scope } from '@agent-mem/contract';
import { userScope } from '@agent-mem/policy';
import type { Ports } from '@agent-mem/runtime';
import type { JsonObject, NodeKind } from '@agent-mem/storage';
import { type CertificateRecord, certificateOf } from './certificate.ts';
import { type PurgeTarget, targetOf } from './purge-target.ts';

/** What a purge needs. */
export type PurgePorts = Pick<Ports, 'graph' | 'searchIndex' | 'keyValue' | 'details' | 'bus' | 'brokerRetentionMs' | 'clock'>;

/** Whose purge it is. */
export interface Purger {
  readonly name: string;
  /** Kinds that go; `null`: all there are. */
  readonly kinds: readonly NodeKind[] | null;
}

/** By what a request is known again, and when it was first sent. */
export interface PurgeAsked {
  readonly scope: Scope;
  readonly idempotencyKey: string | null;
  /** Milliseconds since 1970; `null`: just now. */
  readonly sentAt: number | null;
}

/** A purge that has begun. Any process that has it can go on with it. */
export interface PurgeUnderWay {
  readonly scope: Scope;
  readonly purger: Purger;
  readonly target: PurgeTarget;
  /** The node that says what has come of it, of kind PurgeMark. */
  readonly noteId: string;
  /** What was erased so far, by what it was. */
  readonly counts: Readonly<Record<string, number>>;
  /** An earlier attempt was cut off: it may have erased more than is counted. */
  readonly isRepeat: boolean;
}

/** Where the note and the mark of a purge stand. */
export function noteScopeOf({ scope, target }: Pick<PurgeUnderWay, 'scope' | 'target'>): Scope {
  return target.kind === 'user' ? userScope(scope) : scope;
}

/** The answer of a purge that is done. */
export function answerOf(
  { scope, target }: Pick<PurgeUnderWay, 'scope' | 'target'>,
  record: CertificateRecord,
): Init<PurgeResponse> {
  return { erased: record.counts.nodes ?? 0, certificate: certificateOf(scope, target, record) };
}

/** As plain JSON, without the scope. */
export function storedPurge({ purger, target, noteId, counts, isRepeat }: PurgeUnderWay): JsonObject {
  const { name, kinds } = purger;
  const id = target.kind === 'memory' ? target.id : null;
  const conversation_id = target.kind === 'conversation' ? target.conversationId : null;
  const named = { id, conversation_id, all_collections: target.kind === 'user' };
  return { ...named, name, kinds: kinds && [...kinds], note_id: noteId, counts: { ...counts }, is_repeat: isRepeat };
}

/** What `storedPurge` has written. */
export function purgeOf(scope: Scope, stored: JsonObject): PurgeUnderWay {
  // Written by `storedPurge`, and by nobody else.
  const { id, conversation_id, all_collections, name, kinds, note_id, counts, is_repeat } = stored as unknown as StoredPurge;
  const everything = id === null && conversation_id === null;
  const { workspace, user, collection } = scope;
  return {
    scope,
    purger: { name, kinds },
    target: targetOf({ workspace, user, collection, id, conversation_id, everything, all_collections }),
    noteId: note_id,
    counts,
    isRepeat: is_repeat,
  };
}

type StoredPurge = Pick<PurgeRequest, 'id' | 'conversation_id' | 'all_collections'> &
  Purger & { readonly note_id: string; readonly counts: Readonly<Record<string, number>>; readonly is_repeat: boolean };

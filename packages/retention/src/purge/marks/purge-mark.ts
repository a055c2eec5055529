import { dayMs } from '@agent-mem/contract';
import { type PurgeLine, purgedReplyId, storedPurgeMark } from '@agent-mem/policy';
import { type GraphNode, type JsonValue, type NodeKind, type NodeWrite, storedMembers } from '@agent-mem/storage';
import type { CertificateRecord } from '../certificate.ts';
import type { PurgeTarget } from '../purge-target.ts';

/** How long a note about a single request or reply is of use: as long as replies are stored. */
const retentionMs = 7 * dayMs;

/** By then every request that ran beside the purge has written. */
export const stragglersAfterMs = 60_000;

/** What a request for a purge has come to. `again`: requests that ran beside it may have written since, and their writes are looked for once more. */
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
  /** The mark of the purge; `null`: it has none, or was noted by a version that did not say. */
  readonly mark: string | null;
  /** The job that goes on with it; `null`: its request has not handed it over. */
  readonly job: string | null;
  readonly certificate: CertificateRecord | null;
}

/** A mark that what was sent before is refused from now on. One that is there and says more goes on saying it. */
export function purgeMark(id: string, before: number, there: PurgeLine | null = null): NodeWrite {
  const at = new Date(before).toISOString();
  const line = there && there.purgedBefore > before ? there : { purgedBefore: before, metAt: 0 };
  // This purge is one more process that has met it.
  const met_at = line.metAt === 0 ? 0 : Math.max(line.metAt, before);
  const properties = storedPurgeMark.write({ purged_before: line.purgedBefore, met_at });
  return { id, kind: 'PurgeMark', createdAt: at, updatedAt: at, properties };
}

/** A mark that is of use for a few days. */
export function purgedReplyMark(operation: string, key: string, before: number): NodeWrite {
  return { ...purgeMark(purgedReplyId(operation, key), before), dueAt: new Date(before + retentionMs).toISOString() };
}

/** Members of a node hold plain JSON; what they hold is written and read here alone. */
type StoredNote = Readonly<
  Record<'state' | 'target' | 'memory_id' | 'conversation' | 'kinds' | 'before' | 'mark' | 'job' | 'certificate', JsonValue>
>;

const storedNote = storedMembers<StoredNote>(null, {
  state: null,
  target: null,
  memory_id: null,
  conversation: null,
  kinds: null,
  before: null,
  mark: null,
  job: null,
  certificate: null,
});

/** What is noted of a request, and when it is looked at again: soon, unless all is over. */
export function purgeNoteNode(id: string, note: PurgeNote, now: number, soonMs: number): NodeWrite {
  const { memoryId, certificate, ...others } = note;
  const dueAt = new Date(now + (note.state === 'over' ? retentionMs : soonMs)).toISOString();
  const at = new Date(now).toISOString();
  const properties = storedNote.write({ ...others, memory_id: memoryId, certificate: certificate && { ...certificate } });
  return { id, kind: 'PurgeMark', createdAt: at, updatedAt: at, dueAt, properties };
}

/** Reads it; `null` for a mark that is no note of a request. */
export function purgeNoteOf(node: GraphNode | undefined): PurgeNote | null {
  const { memory_id, ...others } = storedNote.read(node?.properties ?? {});
  if (typeof others.state !== 'string') return null;
  // Written by `purgeNoteNode`, and by nobody else.
  return { ...others, memoryId: memory_id } as unknown as PurgeNote;
}

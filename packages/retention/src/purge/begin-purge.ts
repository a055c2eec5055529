import { randomUUID } from 'node:crypto';
import { type Init, neverAborted, OperationError, type PurgeRequest, type PurgeResponse } from '@agent-mem/contract';
import { conversationHash, goingId, isErased, meetPurges, purgeLinesOf, purgeMarkId, purgeNoteId } from '@agent-mem/policy';
import { conflictsRetried } from '@agent-mem/runtime';
import { goingNode } from './marks/going.ts';
import { type PurgeNote, purgeMark, purgeNoteNode, purgeNoteOf, stragglersAfterMs } from './marks/purge-mark.ts';
import { meantBy } from './meant-by.ts';
import { memoryKinds } from './memory-kinds.ts';
import { type PurgeTarget, targetOf } from './purge-target.ts';
import { answerOf, noteScopeOf, type PurgeAsked, type PurgePorts, type Purger, type PurgeUnderWay } from './purge-under-way.ts';

/** A purge as its request leaves it: begun, or answered already. */
export type BegunPurge =
  | { readonly underWay: PurgeUnderWay; readonly answer: null }
  | { readonly underWay: null; readonly answer: Init<PurgeResponse> };

/**
 * Marks that what was sent before is refused from now on, so that nothing that waits brings back what is erased, and that what is to go is found no more. The request again goes on with the same purge,
 * or is answered the same.
 */
export async function beginPurge(
  purger: Purger,
  request: PurgeRequest,
  asked: PurgeAsked,
  ports: PurgePorts,
): Promise<BegunPurge> {
  return conflictsRetried(neverAborted, () => begin(purger, request, asked, ports));
}

async function begin(
  purger: Purger,
  request: PurgeRequest,
  { scope, idempotencyKey, sentAt }: PurgeAsked,
  ports: PurgePorts,
): Promise<BegunPurge> {
  const target = targetOf(request);
  const noteScope = noteScopeOf({ scope, target });
  const id = purgeNoteId(purger.name, idempotencyKey ?? randomUUID());
  const marks = markIdsOf(target, purger.kinds === null ? null : purger.name);
  const found = await ports.graph.get(noteScope, [id, goingId, ...marks]);
  const known = purgeNoteOf(found.find((node) => node.id === id));
  if (known?.certificate) return { underWay: null, answer: answerOf({ scope, target }, known.certificate) };
  if (known?.job) return { underWay: null, answer: { job_id: known.job } };
  const now = ports.clock.now();
  const lines = purgeLinesOf(
    noteScope,
    found.filter((node) => marks.includes(node.id)),
  );
  const earlier = await meetPurges(ports.graph, lines, now);
  if (!known && sentAt !== null && isErased(earlier, sentAt, now))
    throw new OperationError('failed-precondition', 'This purge was sent before a later one, which has been done');
  if (!known && target.kind === 'memory' && (await meantBy(target, purger, scope, ports)).length === 0)
    throw new OperationError('not-found', `${target.id} not found`);

  const mark = marks.at(-1) ?? null;
  const note = known ?? noteOf(purger, target, now, mark);
  const there = earlier.find((line) => line.mark.id === mark) ?? null;
  const { memoryId, conversation } = note;
  // The job that goes on with it is asked for meanwhile.
  const kinds = (note.kinds ?? memoryKinds).filter((kind) => kind !== 'Job');
  const list = found.find((node) => node.id === goingId);
  const nodes = [
    ...(mark ? [purgeMark(mark, note.before, there)] : []),
    purgeNoteNode(id, note, now, stragglersAfterMs),
    goingNode(list, id, { noteId: id, memoryId, conversation, kinds }, now),
  ];
  await ports.graph.commit(noteScope, { nodes });
  return { underWay: { scope, purger, target, noteId: id, counts: {}, isRepeat: known !== null }, answer: null };
}

function noteOf({ kinds }: Purger, target: PurgeTarget, before: number, mark: string | null): PurgeNote {
  return {
    state: 'begun',
    target: target.kind,
    memoryId: target.kind === 'memory' ? target.id : null,
    conversation: target.kind === 'conversation' ? conversationHash(target.conversationId) : null,
    kinds,
    before,
    mark,
    job: null,
    certificate: null,
  };
}

/** The marks that a purge falls under, its own last. A memory has none: nobody sends one that has an id. */
function markIdsOf(target: PurgeTarget, service: string | null): readonly string[] {
  if (target.kind === 'memory') return [];
  const own = target.kind === 'conversation' ? [purgeMarkId(target.conversationId, service)] : [];
  return [...new Set([purgeMarkId(null, service), ...own])];
}

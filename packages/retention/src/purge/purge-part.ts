import { type Init, OperationError, type PurgeResponse, uuidV7 } from '@agent-mem/contract';
import { conversationHash } from '@agent-mem/policy';
import { eraseReceipts } from '@agent-mem/recall';
import type { ReportProgress } from '@agent-mem/runtime';
import type { CertificateRecord } from './certificate.ts';
import {
  countNodes,
  ErasureCounts,
  eraseEntries,
  eraseInsights,
  eraseJobs,
  eraseKinds,
  eraseNodes,
  eraseScope,
  eraseStates,
} from './erase.ts';
import { commitOver } from './marks/going.ts';
import { purgedReplyMark, purgeNoteNode, purgeNoteOf, stragglersAfterMs } from './marks/purge-mark.ts';
import { meantBy } from './meant-by.ts';
import { memoryKinds } from './memory-kinds.ts';
import { answerOf, noteScopeOf, type PurgePorts, type PurgeUnderWay } from './purge-under-way.ts';
import { scopesOfUser } from './scopes-of-user.ts';
import { scrub } from './scrub.ts';
import { untitle } from './untitle.ts';
import { eraseMessages } from './waiting-messages.ts';

/** What a part of a purge has come to. */
export interface PurgePart {
  readonly underWay: PurgeUnderWay;
  /** `null`: more is to be erased. */
  readonly answer: Init<PurgeResponse> | null;
}

/** How far a part goes. */
export interface PartOptions {
  /** Whether its time is over. At least something is erased. */
  isOver(): boolean;
  /** Nodes that everything does not mean, such as the job that does it. */
  readonly stays?: readonly string[];
  readonly report?: ReportProgress;
}

/**
 * Goes on with a purge, in every store, until its time is over or all is gone: then its certificate is stored. It may be cut off anywhere and done again; what
 * nobody goes on with is finished by `finishPurges`.
 */
export async function purgePart(
  underWay: PurgeUnderWay,
  ports: PurgePorts,
  { isOver, stays = [], report }: PartOptions,
): Promise<PurgePart> {
  const { scope, purger, target, noteId, isRepeat } = underWay;
  const noteScope = noteScopeOf(underWay);
  const [node] = await ports.graph.get(noteScope, [noteId]);
  const note = purgeNoteOf(node);
  if (!note) throw new OperationError('not-found', 'What was noted of this purge has expired');
  if (note.certificate) return { underWay, answer: answerOf(underWay, note.certificate) };

  const counts = new ErasureCounts(report, underWay.counts);
  // Counting costs time, so only where somebody looks on.
  if (report && target.kind !== 'memory') counts.expect('nodes', await nodesLeft(underWay, ports));
  for await (const _ of erase(underWay, stays, ports, counts)) {
    if (isOver()) return { underWay: { ...underWay, counts: counts.all() }, answer: null };
  }
  if (target.kind === 'memory') {
    const replies = counts.replies.map(({ operation, key }) => purgedReplyMark(operation, key, note.before));
    if (replies.length > 0) await ports.graph.commit(scope, { nodes: replies });
  }
  if (purger.kinds === null) counts.add('messages', await messagesErased(underWay, ports));
  // What was begun before may have erased something before it was cut off.
  if (isRepeat || counts.hasAny) await scrub(ports);

  const certificate = recordOf(counts, ports);
  const done = { ...note, state: 'again', certificate } as const;
  await commitOver(noteScope, purgeNoteNode(noteId, done, ports.clock.now(), stragglersAfterMs), ports);
  return { underWay, answer: answerOf(underWay, certificate) };
}

/** How many nodes are still to go, of those that belong to what is purged themselves. */
export async function nodesLeft({ scope, purger, target }: PurgeUnderWay, ports: PurgePorts): Promise<number> {
  if (target.kind === 'memory') return 1;
  const scopes = target.kind === 'user' ? await scopesOfUser(scope, ports) : [scope];
  const conversationId = target.kind === 'conversation' ? target.conversationId : null;
  return countNodes(scopes, purger.kinds ?? memoryKinds, conversationId, ports);
}

/** Erases in parts: what is gone after one stays gone, and who begins again goes on with the rest. */
async function* erase(
  { scope, purger: { name, kinds }, target }: PurgeUnderWay,
  stays: readonly string[],
  ports: PurgePorts,
  counts: ErasureCounts,
): AsyncGenerator<void> {
  const jobsOf = kinds === null ? null : name;
  if (target.kind === 'memory') {
    const meant = await meantBy(target, { name, kinds }, scope, ports);
    await untitle(scope, meant, ports);
    await eraseInsights(scope, meant, ports, counts);
    await eraseNodes(scope, { meant, names: [target.id] }, ports, counts);
    return;
  }
  if (target.kind === 'conversation') {
    const { conversationId } = target;
    const ofConversation = { kinds: kinds ?? memoryKinds, conversationId };
    if (kinds === null) await eraseEntries(scope, conversationId, ports, counts);
    yield* eraseKinds(scope, ofConversation, ports, counts);
    await eraseJobs(scope, { service: jobsOf, conversationId }, ports, counts);
    await eraseStates(scope, ofConversation, ports, counts);
    await eraseNodes(scope, { meant: [], names: [conversationId] }, ports, counts);
    return;
  }
  const scopes = target.kind === 'user' ? await scopesOfUser(scope, ports) : [scope];
  for (const each of scopes) {
    if (kinds === null) yield* eraseScope(each, stays, ports, counts);
    else {
      yield* eraseKinds(each, { kinds, conversationId: null }, ports, counts);
      await eraseJobs(each, { service: jobsOf, conversationId: null }, ports, counts);
      // A receipt that names nothing of these kinds may still hold the query.
      counts.add('entries', await eraseReceipts(ports.keyValue, each));
    }
  }
}

async function messagesErased({ scope, target }: PurgeUnderWay, { bus }: PurgePorts): Promise<number> {
  if (target.kind === 'memory') return 0;
  const conversation = target.kind === 'conversation' ? conversationHash(target.conversationId) : null;
  return eraseMessages(bus, { scope, isUser: target.kind === 'user', conversation });
}

function recordOf(counts: ErasureCounts, { brokerRetentionMs, clock }: PurgePorts): CertificateRecord {
  const now = clock.now();
  return {
    id: `cert_${uuidV7(now)}`,
    erased_at: new Date(now).toISOString(),
    counts: counts.all(),
    broker_until: brokerRetentionMs === null ? null : new Date(now + brokerRetentionMs).toISOString(),
  };
}

import { randomUUID } from 'node:crypto';
import {
  DamagedData,
  type Init,
  OperationError,
  type PurgeRequest,
  type PurgeResponse,
  type Scope,
  uuidV7,
} from '@agent-mem/contract';
import { conversationHash, purgeMarkId, purgeNoteId, storedPurgeMark, userScope } from '@agent-mem/policy';
import { eraseReceipts } from '@agent-mem/recall';
import type { Ports, ReportProgress } from '@agent-mem/runtime';
import type { GraphNode, NodeKind, NodeWrite } from '@agent-mem/storage';
import { type CertificateRecord, certificateOf } from './certificate.ts';
import { damagedNode } from './damaged-node.ts';
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
import { type PurgeNote, purgedReplyMark, purgeMark, purgeNoteNode, purgeNoteOf } from './purge-mark.ts';
import { type PurgeTarget, targetOf } from './purge-target.ts';
import { scopesOfUser } from './scopes-of-user.ts';
import { untitle } from './untitle.ts';
import { isAbout, isSameScope } from './waiting-messages.ts';

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

/** By then every request that ran beside the purge has written. */
export const stragglersAfterMs = 60_000;

/** Every kind of memory. Unique keys are erased with the nodes that hold them. */
export const memoryKinds: readonly NodeKind[] = [
  'Fact',
  'Episode',
  'Error',
  'Solution',
  'Conversation',
  'Message',
  'ToolCall',
  'ToolResult',
  'Invocation',
  'Insight',
  'CodeUnit',
  'Detail',
  'Summary',
  'Job',
  'FactBacklog',
  'EpisodeBacklog',
  'Profile',
];

/**
 * Erases for good what a request names, in every store, and answers the certificate; the request again is answered the same one.
 * First it is marked that what was sent before is refused, so nothing that waits brings it back. It goes on when its caller has gone, and
 * what a crash cuts off is finished by `finishPurges`.
 */
export async function purge(
  purger: Purger,
  request: PurgeRequest,
  { scope, idempotencyKey, sentAt }: PurgeAsked,
  ports: PurgePorts,
  report?: ReportProgress,
): Promise<Init<PurgeResponse>> {
  const target = targetOf(request);
  const noteScope = target.kind === 'user' ? userScope(scope) : scope;
  const id = purgeNoteId(purger.name, idempotencyKey ?? randomUUID());
  const service = purger.kinds === null ? null : purger.name;
  const [seen, ...marks] = await nodesOf(noteScope, [id, ...markIdsOf(target, service)], ports);
  const known = purgeNoteOf(seen);
  if (known?.certificate) return answerOf(scope, target, known.certificate);
  const earlier = Math.max(0, ...marks.map((mark) => storedPurgeMark.read(mark?.properties ?? {}).purged_before));
  if (!known && sentAt !== null && sentAt < earlier)
    throw new OperationError('failed-precondition', 'This purge was sent before a later one, which has been done');

  const meant = await meantBy(target, purger, scope, ports);
  if (!known && target.kind === 'memory' && meant.length === 0) throw new OperationError('not-found', `${target.id} not found`);
  const note: PurgeNote = known ?? {
    state: 'begun',
    target: target.kind,
    memoryId: target.kind === 'memory' ? target.id : null,
    conversation: target.kind === 'conversation' ? conversationHash(target.conversationId) : null,
    kinds: purger.kinds,
    before: ports.clock.now(),
    certificate: null,
  };
  const mark = markIdsOf(target, service).at(-1);
  await write(noteScope, [...(mark ? [purgeMark(mark, note.before)] : []), noteNode(id, note, ports)], ports);

  const counts = new ErasureCounts(report);
  // Counting costs time, so only where somebody looks on.
  if (report && target.kind !== 'memory') {
    const scopes = target.kind === 'user' ? await scopesOfUser(scope, ports) : [scope];
    const conversationId = target.kind === 'conversation' ? target.conversationId : null;
    counts.expect('nodes', await countNodes(scopes, purger.kinds ?? memoryKinds, conversationId, ports));
  }
  await erase(target, purger, scope, meant, ports, counts);
  if (target.kind === 'memory') {
    const replies = counts.replies.map(({ operation, key }) => purgedReplyMark(operation, key, note.before));
    if (replies.length > 0) await write(scope, replies, ports);
  }
  if (purger.kinds === null) counts.add('messages', await eraseMessages(target, scope, ports));
  await scrub(ports);

  const certificate = recordOf(counts, ports);
  await write(noteScope, [noteNode(id, { ...note, state: 'again', certificate }, ports)], ports);
  return answerOf(scope, target, certificate);
}

/** Leaves nothing of it in the files of this process. */
export async function scrub({ graph, searchIndex, keyValue, details, bus }: PurgePorts): Promise<void> {
  const files = [graph, searchIndex, keyValue, details, ...(bus.erasure ? [bus.erasure] : [])];
  await Promise.all(files.map((store) => store.scrub()));
}

function answerOf(scope: Scope, target: PurgeTarget, record: CertificateRecord): Init<PurgeResponse> {
  return { erased: record.counts.nodes ?? 0, certificate: certificateOf(scope, target, record) };
}

/** The marks that a purge falls under, its own last. A memory has none: nobody sends one that has an id. */
function markIdsOf(target: PurgeTarget, service: string | null): readonly string[] {
  if (target.kind === 'memory') return [];
  const own = target.kind === 'conversation' ? [purgeMarkId(target.conversationId, service)] : [];
  return [...new Set([purgeMarkId(null, service), ...own])];
}

async function nodesOf(scope: Scope, ids: readonly string[], { graph }: PurgePorts): Promise<readonly (GraphNode | undefined)[]> {
  const found = new Map((await graph.get(scope, ids)).map((node) => [node.id, node]));
  return ids.map((id) => found.get(id));
}

/** The one node that a memory is; none for wider targets. One that is damaged is erased by its id, where kinds do not matter. */
async function meantBy(target: PurgeTarget, { kinds }: Purger, scope: Scope, { graph }: PurgePorts) {
  if (target.kind !== 'memory') return [];
  const nodes = await graph.get(scope, [target.id]).catch((error: unknown) => {
    if (kinds === null && error instanceof DamagedData) return [damagedNode(target.id)];
    throw error;
  });
  return nodes.filter(({ kind }) => (kinds ?? memoryKinds).includes(kind));
}

async function erase(
  target: PurgeTarget,
  { name, kinds }: Purger,
  scope: Scope,
  meant: readonly GraphNode[],
  ports: PurgePorts,
  counts: ErasureCounts,
): Promise<void> {
  const jobsOf = kinds === null ? null : name;
  if (target.kind === 'memory') {
    await untitle(scope, meant, ports);
    await eraseInsights(scope, meant, ports, counts);
    return eraseNodes(scope, meant, [target.id], ports, counts);
  }
  if (target.kind === 'conversation') {
    if (kinds === null) await eraseEntries(scope, target.conversationId, ports, counts);
    await eraseKinds(scope, kinds ?? memoryKinds, target.conversationId, ports, counts);
    await eraseJobs(scope, { service: jobsOf, conversationId: target.conversationId }, ports, counts);
    await eraseStates(scope, kinds ?? memoryKinds, target.conversationId, ports, counts);
    await eraseNodes(scope, [], [target.conversationId], ports, counts);
    return;
  }
  const scopes = target.kind === 'user' ? await scopesOfUser(scope, ports) : [scope];
  for (const each of scopes) {
    if (kinds === null) await eraseScope(each, ports, counts);
    else {
      await eraseKinds(each, kinds, null, ports, counts);
      await eraseJobs(each, { service: jobsOf, conversationId: null }, ports, counts);
      // A receipt that names nothing of these kinds may still hold the query.
      counts.add('entries', await eraseReceipts(ports.keyValue, each));
    }
  }
}

/** What waits on a bus that keeps it itself; a broker's is refused when it arrives. */
async function eraseMessages(target: PurgeTarget, scope: Scope, { bus }: PurgePorts): Promise<number> {
  if (target.kind === 'memory' || !bus.erasure) return 0;
  const isMeant = (other: Scope) =>
    target.kind === 'user' ? other.workspace === scope.workspace && other.user === scope.user : isSameScope(other, scope);
  const conversationId = target.kind === 'conversation' ? target.conversationId : null;
  return bus.erasure.purge((message) => isAbout(message, isMeant, conversationId));
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

function noteNode(id: string, note: PurgeNote, { clock }: PurgePorts): NodeWrite {
  return purgeNoteNode(id, note, clock.now(), stragglersAfterMs);
}

async function write(scope: Scope, nodes: readonly NodeWrite[], { graph }: PurgePorts): Promise<void> {
  await graph.commit(scope, { nodes });
}

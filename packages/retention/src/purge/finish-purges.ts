import type { Scope } from '@agent-mem/contract';
import { conversationHash, isUserScope, purgeLinesOf } from '@agent-mem/policy';
import { eraseReceiptsBefore } from '@agent-mem/recall';
import type { ClaimNodes, Logger } from '@agent-mem/runtime';
import { ErasureCounts, eraseNodes, eraseResting, invocationsIn } from './erase.ts';
import { commitOver } from './marks/going.ts';
import { type PurgeNote, purgeNoteNode, purgeNoteOf, stragglersAfterMs } from './marks/purge-mark.ts';
import { memoryKinds } from './memory-kinds.ts';
import { pagesOf } from './pages-of.ts';
import type { PurgePorts } from './purge-under-way.ts';
import { scopesOfUser } from './scopes-of-user.ts';
import { scrub } from './scrub.ts';
import { eraseMessages } from './waiting-messages.ts';

const atOnce = 100;

/**
 * Finishes purges that a crash cut off, and erases what requests that ran beside a purge have written since; forgets notes of
 * purges that nobody will ask for again. What is due and fails is due still.
 */
export async function finishPurges({
  log,
  signal,
  claimNodes,
  ...ports
}: PurgePorts & { readonly log: Logger; readonly signal: AbortSignal; readonly claimNodes: ClaimNodes }): Promise<void> {
  using due = await claimNodes('due', { kinds: ['PurgeMark'], until: new Date(ports.clock.now()).toISOString(), limit: atOnce });
  let erased = 0;
  let isScrubDue = false;
  for (const { scope, node } of due.items) {
    if (signal.aborted) return;
    const written = purgeNoteOf(node);
    if (!written || written.state === 'over') {
      await ports.graph.purge(scope, { ids: [node.id] });
      continue;
    }
    const note = await inOrderOfWrites(scope, written, ports);
    const counts = new ErasureCounts();
    const scopes = isUserScope(scope) ? await scopesOfUser(scope, ports) : [scope];
    for (const each of scopes) {
      await eraseOlder(each, note, ports, counts);
      await eraseOlderEntries(each, note, ports, counts);
      counts.add('entries', await eraseReceiptsBefore(ports.keyValue, each, note.before));
    }
    if (note.memoryId === null && note.kinds === null) {
      const meant = { scope, isUser: isUserScope(scope), conversation: note.conversation };
      counts.add('messages', await eraseMessages(ports.bus, meant, note.before));
    }
    erased += counts.of('nodes');
    const over: PurgeNote = { ...note, state: 'over' };
    await commitOver(scope, purgeNoteNode(node.id, over, ports.clock.now(), stragglersAfterMs), ports);
    isScrubDue ||= counts.hasAny || hasErased(note);
  }
  // Also for the messages that were being handled during the purge, the request itself among them.
  if (isScrubDue) await scrub(ports);
  if (erased > 0) log.info({ nodes: erased }, 'records that were written during a purge were erased too');
}

/** A record made after a purge whose clock was ahead is older by that clock, but newer in truth. */
async function inOrderOfWrites(scope: Scope, note: PurgeNote, { graph }: PurgePorts): Promise<PurgeNote> {
  const marks = note.mark === null ? [] : await graph.get(scope, [note.mark]);
  const met = purgeLinesOf(scope, marks).flatMap(({ metAt }) => (metAt > 0 ? [metAt] : []));
  return { ...note, before: Math.min(note.before, ...met) };
}

/** Whether the purge has erased something, or may have: one that was cut off has counted nothing. */
function hasErased({ certificate }: PurgeNote): boolean {
  return certificate === null || Object.keys(certificate.counts).length > 0;
}

/** What was made before the purge and is there: a writer had begun before, and ended after it. */
async function eraseOlder(scope: Scope, note: PurgeNote, ports: PurgePorts, counts: ErasureCounts): Promise<void> {
  if (note.memoryId !== null) {
    const nodes = await ports.graph.get(scope, [note.memoryId]);
    if (nodes.length > 0) await eraseNodes(scope, { meant: nodes }, ports, counts);
    else await eraseResting(scope, [note.memoryId], ports, counts);
    return;
  }
  const before = new Date(note.before).toISOString();
  for (const kind of note.kinds ?? memoryKinds) {
    for await (const nodes of pagesOf(scope, { kinds: [kind] }, ports.graph)) {
      const older = nodes.filter(({ createdAt }) => createdAt < before);
      const meant = older.filter(
        ({ conversationId }) =>
          note.conversation === null || (conversationId !== null && conversationHash(conversationId) === note.conversation),
      );
      if (meant.length > 0) await eraseNodes(scope, { meant }, ports, counts);
      // Those of one kind come in the order in which they were made.
      if (older.length < nodes.length) break;
    }
  }
}

/** What an invocation that had begun before wrote down since, such as its question. */
async function eraseOlderEntries(scope: Scope, note: PurgeNote, { keyValue }: PurgePorts, counts: ErasureCounts): Promise<void> {
  if (note.memoryId !== null || note.kinds !== null) return;
  const texts = new Set<string>();
  for await (const { key, value } of keyValue.entries('', scope)) {
    const older = invocationsIn(`${key} ${value}`).filter((id) => madeAt(id) < note.before);
    if (older.length === 0 || !isOfConversation(value, note.conversation)) continue;
    for (const id of older) texts.add(id);
  }
  if (texts.size > 0) counts.add('entries', await keyValue.purge(scope, [...texts]));
}

/** Milliseconds since 1970 in an id's UUIDv7. */
function madeAt(id: string): number {
  return Number.parseInt(
    id
      .slice(id.indexOf('_') + 1)
      .replaceAll('-', '')
      .slice(0, 12),
    16,
  );
}

/** Whether one of the texts in a JSON value is the conversation's name; `hash` null: of whichever conversation. */
function isOfConversation(value: string, hash: string | null): boolean {
  if (hash === null) return true;
  const texts = value.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return texts.some((text) => conversationHash(JSON.parse(text)) === hash);
}

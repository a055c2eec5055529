import { conversationNodeId } from '@agent-mem/contract';
import { userScope } from '@agent-mem/policy';
import type { GraphNode, NodeKind } from '@agent-mem/storage';
import { entryKinds } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';
import { writeNodes } from '../write/write-nodes.ts';
import { catchUp, removeErased } from './catch-up.ts';
import { nodesSince } from './entry-nodes.ts';

/** A request may be stored so long after the time that its records have. */
const lateMs = 60_000;
const kinds: readonly NodeKind[] = [...entryKinds, 'PurgeMark'];

/** How far the files of a scope have followed memory. */
export interface Followed {
  /** Milliseconds since 1970: what was written before is in the files. */
  readonly since: number;
  /** Nodes whose files were there at the start, and that memory did not have: no purge has erased them. */
  readonly orphans: ReadonlySet<string>;
}

/**
 * Writes what has changed in memory since the last look. Changes have no event of their own (a deletion, a fact that is superseded), so nodes are looked at by the
 * time of their last write. What was erased leaves a mark; files that memory knows nothing of are removed for that reason alone, since the data may be new.
 */
export async function followScope(open: OpenScope, before: Followed | null, signal: AbortSignal, now: number): Promise<Followed> {
  const { changed, purges } = await changedSince(before === null ? null : before.since - lateMs, open);
  const erased = purges.filter((purge) => !open.snapshot.purges.has(purge));
  let orphans: ReadonlySet<string> = before?.orphans ?? new Set();
  if (before === null || erased.length > 0) {
    const unknown = await catchUp(open, signal);
    if (erased.length === 0) orphans = reported(unknown, open);
    else
      await removeErased(
        unknown.filter((id) => !orphans.has(id)),
        open,
      );
    for (const purge of erased) open.snapshot.purges.add(purge);
    open.snapshot.isChanged ||= erased.length > 0;
  }
  // Oldest first: a link leads to what is there, and a summary's parts come in their order.
  await writeNodes(changed.reverse(), open, signal);
  return { since: now, orphans };
}

/** Nodes that the files do not show yet, newest first, and marks of purges. `null`: marks alone, of any time. */
async function changedSince(since: number | null, { graph, scope, snapshot }: OpenScope) {
  const changed: GraphNode[] = [];
  const purges: string[] = [];
  const from = new Date(Math.max(0, since ?? 0)).toISOString();
  // A purge of all collections of the user leaves its marks in a scope of their own.
  for await (const marks of nodesSince(from, ['PurgeMark'], userScope(scope), graph))
    for (const { id, version } of marks) purges.push(`user ${id} ${version}`);
  for await (const nodes of nodesSince(from, since === null ? ['PurgeMark'] : kinds, scope, graph)) {
    // The title of a conversation goes with the message that has its words, and the conversation is as old as before.
    const messages = nodes.filter(({ kind }) => kind === 'Message');
    const ids = new Set(
      messages.flatMap(({ conversationId }) => (conversationId === null ? [] : [conversationNodeId(conversationId)])),
    );
    for (const { id } of [...nodes, ...changed]) ids.delete(id);
    const conversations = ids.size > 0 ? await graph.get(scope, [...ids]) : [];
    for (const node of [...nodes, ...conversations]) {
      if (node.kind === 'PurgeMark') purges.push(`${node.id} ${node.version}`);
      else if (snapshot.ofNode(node.id)?.version !== node.version) changed.push(node);
    }
  }
  return { changed, purges };
}

function reported(orphans: readonly string[], { files: { root }, log }: OpenScope): ReadonlySet<string> {
  if (orphans.length > 0) {
    const files = orphans.length;
    log.warn(
      { folder: root, files },
      'the vault has files of which memory has nothing: agent-mem vault rebuild makes it anew from them',
    );
  }
  return new Set(orphans);
}

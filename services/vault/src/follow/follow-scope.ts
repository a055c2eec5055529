import type { GraphNode, NodeKind } from '@agent-mem/storage';
import { entryKinds } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';
import { writeNode } from '../write/write-node.ts';
import { catchUp } from './catch-up.ts';
import { nodesSince } from './entry-nodes.ts';

/** A request may be stored so long after the time that its records have. */
const lateMs = 60_000;
const kinds: readonly NodeKind[] = [...entryKinds, 'PurgeMark'];

/** How far the files of a scope have followed memory. */
export interface Followed {
  /** Milliseconds since 1970: what was written before is in the files. */
  readonly since: number;
  /** Marks of purges that the files know of, with their versions. */
  readonly purges: ReadonlySet<string>;
}

/**
 * Writes what has changed in memory since the last look, and answers the paths that changed. Changes have no event of their own (a deletion, a fact that is
 * superseded), so nodes are looked at by the time of their last write. What was erased leaves a mark, upon which all is compared.
 */
export async function followScope(
  open: OpenScope,
  before: Followed | null,
  signal: AbortSignal,
  now: number,
): Promise<{ readonly followed: Followed; readonly paths: readonly string[] }> {
  const { graph, scope, snapshot } = open;
  const since = before === null ? 0 : before.since - lateMs;
  const changed: GraphNode[] = [];
  const purges = new Set<string>();
  for await (const nodes of nodesSince(new Date(Math.max(0, since)).toISOString(), before ? kinds : ['PurgeMark'], scope, graph)) {
    for (const node of nodes) {
      if (node.kind === 'PurgeMark') purges.add(`${node.id} ${node.version}`);
      else if (snapshot.ofNode(node.id)?.version !== node.version) changed.push(node);
    }
  }
  const isErased = [...purges].some((purge) => !before?.purges.has(purge));
  const paths = before === null || isErased ? [...(await catchUp(open, signal))] : [];
  // Oldest first: a link leads to what is there, and a summary's parts come in their order.
  for (const node of changed.reverse()) {
    signal.throwIfAborted();
    paths.push(...(await writeNode(node, open)));
  }
  return { followed: { since: now, purges: new Set([...(before?.purges ?? []), ...purges]) }, paths };
}

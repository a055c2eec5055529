import { OperationError } from '@agent-mem/contract';
import { claimUniqueKey, releaseUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import type { Change, GraphNode, NodeWrite } from '@agent-mem/storage';
import { replacingEdge, retiredNode } from '../reconciliation/retired-node.ts';
import { uniqueKeyIdOfNode, uniqueKeyIdsOfNode } from '../unique-keys/fact-unique-key.ts';
import { pendingUniqueKey } from '../unique-keys/pending-unique-key.ts';
import { restoredNode } from './restored-node.ts';

/** A fact to be restored, as it was read. */
export interface Restoring {
  readonly node: GraphNode;
  /** The state to return to. */
  readonly earlier: GraphNode;
  /** The fact that replaced it; `null`: none did. */
  readonly replacing: GraphNode | null;
}

/** Unique keys to read before a restoration is planned: of the text and the key it claims, and of those that it releases. */
export function uniqueKeyIdsToRestore({ node, earlier, replacing }: Restoring): readonly string[] {
  return [...new Set([earlier, node, ...(replacing ? [replacing] : [])].flatMap(uniqueKeyIdsOfNode))];
}

/**
 * Plans that a fact is active again and that the fact that replaced it is retired. What was never believed before, being quarantined, is compared
 * with what is. Throws `failed-precondition` if its text or its key belongs to another fact by now. `now`: milliseconds since 1970.
 */
export function planRestore(
  { node, earlier, replacing }: Restoring,
  uniqueKeys: readonly GraphNode[],
  now: number,
): Required<Pick<Change, 'nodes' | 'edges'>> {
  const at = new Date(now).toISOString();
  const seen = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKey]));
  const claimed = uniqueKeyIdsOfNode(earlier);
  const owners = [node.id, replacing?.id];
  for (const id of claimed) {
    const holder = uniqueKeyHolder(seen.get(id));
    if (holder === null || owners.includes(holder)) continue;
    const what = id === uniqueKeyIdOfNode(earlier) ? `text is stored as ${holder}` : `key belongs to ${holder}`;
    throw new OperationError('failed-precondition', `Fact ${node.id} cannot be restored: its ${what}`);
  }
  const left = uniqueKeys.filter(
    (uniqueKey) => !claimed.includes(uniqueKey.id) && owners.includes(uniqueKeyHolder(uniqueKey) ?? undefined),
  );
  const [text, ...keys] = claimed.map((id) => claimUniqueKey(id, seen.get(id), node.id, at)) as [NodeWrite, ...NodeWrite[]];
  return {
    nodes: [
      restoredNode(node, earlier, at),
      node.status === 'QUARANTINED' ? pendingUniqueKey(text, now) : text,
      ...keys,
      ...(replacing ? [retiredNode(replacing, { status: 'SUPERSEDED', by: node.id }, at, at)] : []),
      ...left.map((uniqueKey) => releaseUniqueKey(uniqueKey, at)),
    ],
    edges: replacing ? [replacingEdge(replacing.id, node.id, at)] : [],
  };
}

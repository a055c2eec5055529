import { newId, OperationError } from '@agent-mem/contract';
import { claimGuard, guardHolder, releaseGuard } from '@agent-mem/retention';
import type { Change, GraphNode } from '@agent-mem/storage';
import { guardIdOfNode } from './fact-guard.ts';
import { pendingGuard } from './pending-guard.ts';
import { replacedByEdge } from './plan-reconciliation.ts';
import { restoredNode } from './restored-node.ts';
import { retiredNode } from './retired-node.ts';

/** A fact to be restored, as it was read. */
export interface Restoring {
  readonly node: GraphNode;
  /** The state to return to. */
  readonly earlier: GraphNode;
  /** The fact that stands in its place; `null`: none does. */
  readonly replacing: GraphNode | null;
}

/** Guards to read before a restoration is planned: of the text it claims, and of those that are let go. */
export function guardIdsToRestore({ node, earlier, replacing }: Restoring): readonly string[] {
  return [...new Set([earlier, node, ...(replacing ? [replacing] : [])].map(guardIdOfNode))];
}

/**
 * Plans that a fact is active again and that what stands in its place steps back. What was never believed before, being set aside, is compared
 * with what is. Throws `failed-precondition` if its text belongs to another fact by now. `now`: milliseconds since 1970.
 */
export function planRestore(
  { node, earlier, replacing }: Restoring,
  guards: readonly GraphNode[],
  now: number,
): Required<Pick<Change, 'nodes' | 'edges'>> {
  const at = new Date(now).toISOString();
  const seen = new Map(guards.map((guard) => [guard.id, guard]));
  const claimed = guardIdOfNode(earlier);
  const holder = guardHolder(seen.get(claimed));
  if (holder && holder !== node.id)
    throw new OperationError('failed-precondition', `Fact ${node.id} cannot be restored: its text is kept as ${holder}`);
  const owners = [node.id, replacing?.id];
  const left = guards.filter((guard) => guard.id !== claimed && owners.includes(guardHolder(guard) ?? undefined));
  const claim = claimGuard(claimed, seen.get(claimed), node.id, at);
  return {
    nodes: [
      restoredNode(node, earlier, at),
      node.status === 'QUARANTINED' ? pendingGuard(claim, now) : claim,
      ...(replacing ? [retiredNode(replacing, { status: 'SUPERSEDED', by: node.id }, at, at)] : []),
      ...left.map((guard) => releaseGuard(guard, at)),
    ],
    edges: replacing ? [{ id: newId('edge', now), kind: replacedByEdge, from: replacing.id, to: node.id, createdAt: at }] : [],
  };
}

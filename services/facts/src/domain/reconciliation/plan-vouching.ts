import { uniqueKeyHolder } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { trustRanks } from '../fact/compared-fact.ts';
import { changedProperties, type NewFact, readFact } from '../fact/fact-node.ts';
import { uniqueKeyIdOfNode } from '../unique-keys/fact-unique-key.ts';
import { heldUniqueKey } from '../unique-keys/pending-unique-key.ts';

/** A draft whose text a fact holds already. */
interface Held {
  readonly draft: NewFact;
  readonly node: GraphNode;
}

/** Facts that somebody more trusted has said now: they take the new source and its trust, and are compared once more. */
export interface VouchingPlan {
  readonly nodes: readonly NodeWrite[];
  readonly vouched: readonly string[];
}

/** The drafts, in order, whose texts are held already, with what holds them. */
export function heldOf(
  drafts: readonly NewFact[],
  stored: readonly { readonly id: string }[],
  known: readonly GraphNode[],
): readonly Held[] {
  return drafts.flatMap((draft, index) => {
    const node = known.find(({ id }) => id === stored[index]?.id);
    return node ? [{ draft, node }] : [];
  });
}

/**
 * Plans what a user's own words do for a fact that so far only a tool or an agent had said. Without it what an agent noted first could never
 * replace what the user had said before, though the user says it too. Only a new source does this; the same one, however often, never.
 * `now`: milliseconds since 1970.
 */
export function planVouching(held: readonly Held[], uniqueKeys: readonly GraphNode[], now: number): VouchingPlan {
  const seen = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKey]));
  const nodes = new Map<string, NodeWrite>();
  const vouched: string[] = [];
  for (const { draft, node } of held) {
    const uniqueKey = seen.get(uniqueKeyIdOfNode(node));
    if (node.status !== 'ACTIVE' || nodes.has(node.id) || !uniqueKey || uniqueKeyHolder(uniqueKey) !== node.id) continue;
    if (trustRanks[draft.trust] <= trustRanks[readFact(node).trust]) continue;
    nodes.set(node.id, vouchedNode(node, draft, now));
    nodes.set(uniqueKey.id, heldUniqueKey(uniqueKey, now));
    vouched.push(node.id);
  }
  return { nodes: [...nodes.values()], vouched };
}

function vouchedNode({ version, ...seen }: GraphNode, draft: NewFact, now: number): NodeWrite {
  const { trust, confidence, source, timestamp, evidence } = draft;
  return {
    ...seen,
    properties: changedProperties(seen, { trust, confidence, source, timestamp, evidence }),
    updatedAt: new Date(now).toISOString(),
    expectedVersion: version,
    record: 'updated',
  };
}

import type { Language } from '@agent-mem/recall/ranking';
import { releaseUniqueKeysOf, uniqueKeyHolder } from '@agent-mem/retention';
import type { EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import { saysTheSame } from '../extraction/says-the-same.ts';
import { type NewFact, readFact } from '../fact/fact-node.ts';
import { uniqueKeyIdOfNode, uniqueKeyIdsOfNode } from '../unique-keys/fact-unique-key.ts';
import { heldUniqueKey } from '../unique-keys/pending-unique-key.ts';
import type { PlannedFact } from './plan-store.ts';
import { replacingEdge, retiredNode } from './retired-node.ts';

/** A fact that rules made of something that a model reads now. */
export interface MadeFact {
  readonly node: GraphNode;
  /** What the rules said; a user may have changed it since. */
  readonly said: string;
}

/** What was learned of something, and what is stored of it. */
interface Learned {
  readonly drafts: readonly NewFact[];
  /** What is stored of each draft. */
  readonly stored: readonly PlannedFact[];
  readonly uniqueKeys: readonly GraphNode[];
}

/** Facts that give way to what was learned. */
export interface ReplacingPlan {
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
  readonly replaced: readonly string[];
}

/** The drafts without those that say again what was deleted, corrected or found untrue since the rules said it. */
export function withoutRefuted(drafts: readonly NewFact[], made: readonly MadeFact[], language: Language): readonly NewFact[] {
  const refuted = made.filter(({ node, said }) => node.status !== 'ACTIVE' || readFact(node).content !== said);
  return drafts.filter(({ content }) => !refuted.some(({ said }) => saysTheSame(said, content, language)));
}

/**
 * Plans what becomes of the facts that rules had made of the same text: one that the model says too stays, one that it says in other words gives way
 * to those, and one that it does not say is left. `now`: milliseconds since 1970.
 */
export function planReplacing(
  made: readonly MadeFact[],
  { drafts, stored, uniqueKeys }: Learned,
  language: Language,
  now: number,
): ReplacingPlan {
  const at = new Date(now).toISOString();
  const nodes: NodeWrite[] = [];
  const edges: EdgeWrite[] = [];
  const replaced: string[] = [];
  const standing = new Set(stored.map(({ id }) => id));
  for (const { node, said } of made) {
    if (node.status !== 'ACTIVE' || readFact(node).content !== said || standing.has(node.id)) continue;
    const by = stored.find(
      ({ quarantined }, index) => !quarantined && saysTheSame(said, drafts[index]?.content ?? '', language),
    )?.id;
    if (by === undefined) continue;
    nodes.push(...givingWay(node, by, uniqueKeys, at));
    edges.push(replacingEdge(node.id, by, at));
    replaced.push(node.id);
  }
  return { nodes, edges, replaced };
}

/** Plans that facts which the user says are wrong give way to what is right. `wrong`: by the content of the draft. `now`: milliseconds since 1970. */
export function planRighting(
  wrong: ReadonlyMap<string, GraphNode>,
  { drafts, stored, uniqueKeys }: Learned,
  now: number,
): ReplacingPlan {
  const at = new Date(now).toISOString();
  const righted = drafts.flatMap(({ content }, index) => {
    const [node, by] = [wrong.get(content), stored[index]];
    return node?.status === 'ACTIVE' && by && !by.quarantined && by.id !== node.id ? [{ node, by: by.id }] : [];
  });
  return {
    nodes: righted.flatMap(({ node, by }) => givingWay(node, by, uniqueKeys, at)),
    edges: righted.map(({ node, by }) => replacingEdge(node.id, by, at)),
    replaced: righted.map(({ node }) => node.id),
  };
}

function givingWay(node: GraphNode, by: string, uniqueKeys: readonly GraphNode[], at: string): readonly NodeWrite[] {
  const own = uniqueKeys.filter(({ id }) => uniqueKeyIdsOfNode(node).includes(id));
  return [retiredNode(node, { status: 'SUPERSEDED', by }, at, at), ...releaseUniqueKeysOf(node.id, own, at)];
}

/** Plans that facts of rules which the model says too are compared once more: so far rules have compared them. `now`: milliseconds since 1970. */
export function planConfirming(
  made: readonly MadeFact[],
  stored: readonly PlannedFact[],
  uniqueKeys: readonly GraphNode[],
  now: number,
): { readonly nodes: readonly NodeWrite[]; readonly confirmed: readonly string[] } {
  const said = new Set(stored.map(({ id }) => id));
  const confirmed = made.filter(({ node }) => node.status === 'ACTIVE' && said.has(node.id)).map(({ node }) => node);
  const held = confirmed.flatMap((node) => {
    const uniqueKey = uniqueKeys.find(({ id }) => id === uniqueKeyIdOfNode(node));
    return uniqueKey && uniqueKeyHolder(uniqueKey) === node.id ? [heldUniqueKey(uniqueKey, now)] : [];
  });
  return { nodes: held, confirmed: confirmed.map(({ id }) => id) };
}

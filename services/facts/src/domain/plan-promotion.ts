import { newId } from '@agent-mem/contract';
import { claimGuard, guardHolder, releaseGuard } from '@agent-mem/retention';
import type { EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import { beliefOf } from './belief.ts';
import { factGuardId, guardIdOfNode } from './fact-guard.ts';
import { factText } from './fact-node.ts';
import { pendingGuard } from './pending-guard.ts';
import { replacedByEdge } from './plan-reconciliation.ts';
import { retiredNode } from './retired-node.ts';
import { joinTopic, topicGuardIds } from './topic-guard.ts';

/** What promoting some facts comes to. */
export interface PromotionPlan {
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
  /** Facts that the whole scope sees from now on. */
  readonly promoted: readonly string[];
  /** Facts whose text the scope holds already: superseded by the fact that holds it. */
  readonly merged: readonly string[];
}

/** The guards to read before facts of one conversation are promoted: of their texts, there and in the scope, and of what they are about. */
export function guardIdsToPromote(facts: readonly GraphNode[]): readonly string[] {
  return [...new Set(facts.flatMap((fact) => [guardIdOfNode(fact), ...scopeGuardIds(fact)]))];
}

/**
 * Plans that what one conversation kept to itself is seen by the scope: each fact lets go its text there, takes it in the scope and is pending
 * until it is reconciled, as if it had been stored for the scope now. `now`: milliseconds since 1970.
 */
export function planPromotion(facts: readonly GraphNode[], guards: readonly GraphNode[], now: number): PromotionPlan {
  const at = new Date(now).toISOString();
  const seen = new Map(guards.map((guard) => [guard.id, guard]));
  const holders = new Map(guards.map((guard) => [guard.id, guardHolder(guard)]));
  const topics = new Map<string, string[]>();
  const nodes: NodeWrite[] = [];
  const edges: EdgeWrite[] = [];
  const [promoted, merged]: [string[], string[]] = [[], []];
  for (const fact of facts) {
    const own = seen.get(guardIdOfNode(fact));
    if (own && guardHolder(own) === fact.id) nodes.push(releaseGuard(own, at));
    const text = scopeTextGuardId(fact);
    const holder = holders.get(text);
    if (holder) {
      merged.push(fact.id);
      nodes.push(retiredNode(fact, { status: 'SUPERSEDED', by: holder }, at, at));
      edges.push({ id: newId('edge', now), kind: replacedByEdge, from: fact.id, to: holder, createdAt: at });
      continue;
    }
    promoted.push(fact.id);
    holders.set(text, fact.id);
    nodes.push(promotedNode(fact, at), pendingGuard(claimGuard(text, seen.get(text), fact.id, at), now));
    for (const topic of scopeTopicIds(fact)) topics.set(topic, [...(topics.get(topic) ?? []), fact.id]);
  }
  nodes.push(...[...topics].map(([topic, ids]) => joinTopic(topic, seen.get(topic), ids, at)));
  return { nodes, edges, promoted, merged };
}

function promotedNode({ version, ...seen }: GraphNode, now: string): NodeWrite {
  const properties = { ...seen.properties, visibility: 'scope' };
  return { ...seen, properties, updatedAt: now, expectedVersion: version, record: 'promoted' };
}

function scopeGuardIds(fact: GraphNode): readonly string[] {
  return [scopeTextGuardId(fact), ...scopeTopicIds(fact)];
}

function scopeTextGuardId(fact: GraphNode): string {
  return factGuardId({ content: factText(fact), visibility: 'scope', conversationId: null });
}

function scopeTopicIds(fact: GraphNode): readonly string[] {
  return topicGuardIds({ ...beliefOf(fact), visibility: 'scope', conversationId: null });
}

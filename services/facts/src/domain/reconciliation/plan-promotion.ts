import type { Fact } from '@agent-mem/contract';
import { claimUniqueKey, releaseUniqueKeysOf, uniqueKeyHolder } from '@agent-mem/retention';
import type { EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedProperties, readFact } from '../fact/fact-node.ts';
import { factUniqueKeyId, uniqueKeyIdOfNode, uniqueKeyIdsOfNode } from '../unique-keys/fact-unique-key.ts';
import { pendingUniqueKey } from '../unique-keys/pending-unique-key.ts';
import { joinTopic, topicUniqueKeyIds } from '../unique-keys/topic-unique-key.ts';
import { replacingEdge, retiredNode } from './retired-node.ts';

/** What promoting some facts comes to. */
export interface PromotionPlan {
  readonly nodes: readonly NodeWrite[];
  readonly edges: readonly EdgeWrite[];
  /** Facts that the whole scope sees from now on. */
  readonly promoted: readonly string[];
  /** Facts whose text the scope holds already: superseded by the fact that holds it. */
  readonly merged: readonly string[];
}

/** The unique keys to read before facts of one conversation are promoted: of their texts, there and in the scope, and of what they are about. */
export function uniqueKeyIdsToPromote(facts: readonly GraphNode[]): readonly string[] {
  return [...new Set(facts.flatMap((fact) => [...uniqueKeyIdsOfNode(fact), ...scopeUniqueKeyIds(fact)]))];
}

/**
 * Plans that the scope sees what only one conversation saw: each fact releases its text there, takes it in the scope and is pending
 * until it is reconciled, as if it had been stored for the scope now. `now`: milliseconds since 1970.
 */
export function planPromotion(facts: readonly GraphNode[], uniqueKeys: readonly GraphNode[], now: number): PromotionPlan {
  const at = new Date(now).toISOString();
  const seen = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKey]));
  const holders = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKeyHolder(uniqueKey)]));
  const topics = new Map<string, string[]>();
  const nodes: NodeWrite[] = [];
  const edges: EdgeWrite[] = [];
  const [promoted, merged]: [string[], string[]] = [[], []];
  for (const fact of facts) {
    const text = scopeTextUniqueKeyId(fact);
    const holder = holders.get(text);
    // A fact that goes on has its key still.
    const left = (holder ? uniqueKeyIdsOfNode(fact) : [uniqueKeyIdOfNode(fact)]).map((id) => seen.get(id));
    nodes.push(...releaseUniqueKeysOf(fact.id, left, at));
    if (holder) {
      merged.push(fact.id);
      nodes.push(retiredNode(fact, { status: 'SUPERSEDED', by: holder }, at, at));
      edges.push(replacingEdge(fact.id, holder, at));
      continue;
    }
    promoted.push(fact.id);
    holders.set(text, fact.id);
    nodes.push(promotedNode(fact, at), pendingUniqueKey(claimUniqueKey(text, seen.get(text), fact.id, at), now));
    for (const topic of scopeTopicIds(fact)) topics.set(topic, [...(topics.get(topic) ?? []), fact.id]);
  }
  nodes.push(...[...topics].map(([topic, ids]) => joinTopic(topic, seen.get(topic), ids, at)));
  return { nodes, edges, promoted, merged };
}

function promotedNode({ version, ...seen }: GraphNode, now: string): NodeWrite {
  const properties = changedProperties(seen, { visibility: 'scope' });
  return { ...seen, properties, updatedAt: now, expectedVersion: version, record: 'promoted' };
}

function scopeUniqueKeyIds(fact: GraphNode): readonly string[] {
  return [scopeTextUniqueKeyId(fact), ...scopeTopicIds(fact)];
}

function scopeTextUniqueKeyId(fact: GraphNode): string {
  return factUniqueKeyId(inScope(fact));
}

function scopeTopicIds(fact: GraphNode): readonly string[] {
  return topicUniqueKeyIds(inScope(fact));
}

function inScope(fact: GraphNode): Fact {
  return { ...readFact(fact), visibility: 'scope', conversation_id: null };
}

import { newId } from '@agent-mem/contract';
import { claimUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { factNode, type NewFact } from '../fact/fact-node.ts';
import { factUniqueKeyId } from '../unique-keys/fact-unique-key.ts';
import { pendingUniqueKey } from '../unique-keys/pending-unique-key.ts';
import { joinTopic, topicUniqueKeyIds } from '../unique-keys/topic-unique-key.ts';

/** What storing some facts comes to, given the unique keys as they were read. */
export interface StorePlan {
  /** Facts and unique keys to write; none if all of it is stored already. */
  readonly nodes: readonly NodeWrite[];
  /** What was read and must not change meanwhile. */
  readonly expect: readonly { readonly id: string; readonly version: number }[];
  /** One for each fact, in order. */
  readonly stored: readonly {
    readonly id: string;
    readonly created: boolean;
    /** Quarantined: it is compared with nothing, and no event reports it. */
    readonly quarantined: boolean;
  }[];
}

/**
 * The unique keys to read before a fact is stored: that of its text, the scope's of the same text, since what the scope sees every
 * conversation sees, and those of what it is about.
 */
export function uniqueKeyIdsFor(fact: NewFact): readonly string[] {
  return [...new Set([...textUniqueKeyIds(fact), ...topicUniqueKeyIds(fact)])];
}

/**
 * Plans facts to be stored together. A text that is held already, or comes twice, takes the id it has; what is stored is pending until
 * it is reconciled. `now`: milliseconds since 1970.
 */
export function planStore(facts: readonly NewFact[], uniqueKeys: readonly GraphNode[], now: number): StorePlan {
  const seen = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKey]));
  const holders = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKeyHolder(uniqueKey)]));
  const at = new Date(now).toISOString();
  const nodes: NodeWrite[] = [];
  const expect = new Map<string, number>();
  const topics = new Map<string, string[]>();
  const stored = facts.map((fact) => {
    const [own, ...wider] = textUniqueKeyIds(fact) as [string, ...string[]];
    const held = [own, ...wider].map((id) => holders.get(id)).find((id) => typeof id === 'string');
    if (held) return { id: held, created: false, quarantined: false };
    const id = newId('fact', now);
    const node = factNode(id, fact, at);
    const quarantined = node.status === 'QUARANTINED';
    const claimed = claimUniqueKey(own, seen.get(own), id, at);
    nodes.push(node, quarantined ? claimed : pendingUniqueKey(claimed, now));
    if (!quarantined) for (const topic of topicUniqueKeyIds(fact)) topics.set(topic, [...(topics.get(topic) ?? []), id]);
    for (const uniqueKey of wider) expect.set(uniqueKey, seen.get(uniqueKey)?.version ?? 0);
    holders.set(own, id);
    return { id, created: true, quarantined };
  });
  nodes.push(...[...topics].map(([topic, ids]) => joinTopic(topic, seen.get(topic), ids, at)));
  for (const node of nodes) expect.delete(node.id);
  return { nodes, expect: [...expect].map(([id, version]) => ({ id, version })), stored };
}

function textUniqueKeyIds(fact: NewFact): readonly string[] {
  const own = factUniqueKeyId(fact);
  const scopeWide = factUniqueKeyId({ ...fact, visibility: 'scope' });
  return own === scopeWide ? [own] : [own, scopeWide];
}

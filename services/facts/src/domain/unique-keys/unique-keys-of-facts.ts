import { claimUniqueKey } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { readFact } from '../fact/fact-node.ts';
import { uniqueKeyIdsOfNode } from './fact-unique-key.ts';
import { joinTopic, topicUniqueKeyIds } from './topic-unique-key.ts';

/**
 * The unique keys of facts that were written without them: the texts and names that those in use hold, and what each fact is about.
 *
 * @param facts all of a scope, the oldest first.
 */
export function uniqueKeysOfFacts(facts: readonly GraphNode[], now: string): readonly NodeWrite[] {
  const held = new Map<string, NodeWrite>();
  const topics = new Map<string, string[]>();
  for (const fact of facts) {
    if (fact.status === 'ACTIVE' || fact.status === 'QUARANTINED')
      for (const id of uniqueKeyIdsOfNode(fact)) held.set(id, claimUniqueKey(id, undefined, fact.id, now));
    for (const id of topicUniqueKeyIds(readFact(fact))) topics.set(id, [...(topics.get(id) ?? []), fact.id]);
  }
  return [...held.values(), ...[...topics].map(([id, holders]) => joinTopic(id, undefined, holders, now))];
}

import { storedUniqueKey, uniqueKeyId } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import type { NewFact } from '../fact/fact-node.ts';
import { topicsOf } from '../statements/topic-of.ts';

/** Most facts that a topic remembers having had, the newest. */
const mostHolders = 32;

/** The unique keys of what a fact is about among those who see it. Facts about the same share them, so that none is overlooked. */
export function topicUniqueKeyIds(
  fact: Pick<NewFact, 'content' | 'subject' | 'predicate' | 'object' | 'visibility' | 'conversation_id'>,
): readonly string[] {
  const seenBy = fact.visibility === 'scope' ? [] : [fact.conversation_id ?? ''];
  return [...new Set(topicsOf(fact).map(({ key }) => uniqueKeyId('topic', key, ...seenBy)))];
}

/** The facts about a topic, whatever has become of them, the newest last. */
export function topicHolders(uniqueKey: GraphNode | undefined): readonly string[] {
  return uniqueKey ? storedUniqueKey.read(uniqueKey.properties).holders : [];
}

/** Notes facts about a topic. `seen` is the unique key as it was read; the commit fails if it has changed since. */
export function joinTopic(id: string, seen: GraphNode | undefined, factIds: readonly string[], now: string): NodeWrite {
  return {
    id,
    kind: 'Guard',
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: storedUniqueKey.write({ holders: [...topicHolders(seen), ...factIds].slice(-mostHolders) }),
    expectedVersion: seen?.version ?? 0,
  };
}

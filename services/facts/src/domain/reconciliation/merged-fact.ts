import type { GraphNode } from '@agent-mem/storage';
import { trustRanks } from '../fact/compared-fact.ts';
import { type NewFact, readFact } from '../fact/fact-node.ts';

/**
 * A statement made of two facts: with the provenance of the new one, and no more trust and confidence than the less trusted of them has.
 */
export function mergedFact(content: string, fresh: GraphNode, known: GraphNode): NewFact {
  const [one, other] = [readFact(fresh), readFact(known)];
  return {
    ...one,
    content,
    confidence: Math.min(one.confidence, other.confidence),
    trust: trustRanks[one.trust] <= trustRanks[other.trust] ? one.trust : other.trust,
    subject: one.subject ?? other.subject,
    predicate: null,
    object: null,
    // A key names one record of its caller's, not what is made of it.
    key: null,
  };
}

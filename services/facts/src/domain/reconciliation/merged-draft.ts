import type { Evidence, Fact } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import { type FactDraft, factOf } from '../fact/fact-node.ts';
import { trustRanks } from '../fact/trust.ts';

/**
 * A statement made of two facts: with the provenance of the new one, and no more trust and confidence than the less trusted of them has.
 */
export function mergedDraft(content: string, fresh: GraphNode, known: GraphNode): FactDraft {
  const [one, other] = [factOf(fresh), factOf(known)];
  const [trust, otherTrust] = [one.trust as Fact['trust'], other.trust as Fact['trust']];
  return {
    content,
    source: one.source ?? '',
    timestamp: one.timestamp ?? fresh.createdAt,
    metadata: { ...one.metadata } as Record<string, string>,
    confidence: Math.min(one.confidence ?? 1, other.confidence ?? 1),
    visibility: one.visibility as Fact['visibility'],
    conversationId: fresh.conversationId,
    trust: trustRanks[trust] <= trustRanks[otherTrust] ? trust : otherTrust,
    subject: one.subject ?? other.subject ?? null,
    predicate: null,
    object: null,
    validFrom: fresh.validFrom,
    validTo: fresh.validTo,
    evidence: (one.evidence ?? null) as Evidence | null,
  };
}

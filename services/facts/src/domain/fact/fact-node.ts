import type { Evidence, Fact, Init } from '@agent-mem/contract';
import { readsAsInstructions } from '@agent-mem/policy/injection';
import type { RecordView } from '@agent-mem/recall';
import type { GraphNode, JsonObject, JsonValue, NodeWrite } from '@agent-mem/storage';

/** What is said of a fact when it is stored; the rest of a record is made here. Times are ISO 8601, UTC. */
export interface FactDraft {
  readonly content: string;
  readonly source: string;
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** 0 to 1. */
  readonly confidence: number;
  readonly visibility: Fact['visibility'];
  readonly conversationId: string | null;
  readonly trust: Fact['trust'];
  readonly subject: string | null;
  readonly predicate: string | null;
  readonly object: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly evidence: Evidence | null;
}

/** The node of a fact that must not be there yet. What reads like instructions to a model is quarantined: stored, and given to no model. */
export function factNode(id: string, draft: FactDraft, now: string): NodeWrite {
  const { content, subject, predicate, object, evidence, metadata } = draft;
  const texts = [content, subject, predicate, object, evidence?.quote, ...Object.values(metadata)];
  const quarantine_reason = readsAsInstructions(texts, draft.trust === 'user' ? 'by-user' : 'by-nobody');
  return {
    id,
    kind: 'Fact',
    status: quarantine_reason ? 'QUARANTINED' : 'ACTIVE',
    conversationId: draft.conversationId,
    validFrom: draft.validFrom,
    validTo: draft.validTo,
    createdAt: now,
    updatedAt: now,
    indexedVersion: 0,
    properties: {
      content: draft.content,
      source: draft.source,
      timestamp: draft.timestamp,
      metadata: draft.metadata,
      confidence: draft.confidence,
      visibility: draft.visibility,
      trust: draft.trust,
      subject: draft.subject,
      predicate: draft.predicate,
      object: draft.object,
      replaced_by: null,
      evidence: draft.evidence && { ...draft.evidence },
      ...(quarantine_reason && { quarantine_reason }),
    },
    expectedVersion: 0,
    record: 'stored',
  };
}

/** The fact in a node as the contract has it. */
export function factOf(node: GraphNode, view: RecordView = {}): Init<Fact> {
  const { properties } = node;
  return {
    id: node.id,
    content: factText(node),
    source: text(properties.source) ?? '',
    timestamp: text(properties.timestamp) ?? node.createdAt,
    embedding: view.embedding ?? [],
    metadata: (properties.metadata ?? {}) as Record<string, string>,
    confidence: typeof properties.confidence === 'number' ? properties.confidence : 1,
    status: node.status,
    visibility: factVisibility(node),
    conversation_id: node.conversationId,
    trust: (text(properties.trust) ?? 'user') as Fact['trust'],
    subject: text(properties.subject),
    predicate: text(properties.predicate),
    object: text(properties.object),
    valid_from: node.validFrom,
    valid_to: node.validTo,
    replaced_by: text(properties.replaced_by),
    evidence: (properties.evidence ?? null) as JsonObject | null,
    received_at: node.createdAt,
    version: node.version,
    weight: view.weight ? node.weight : null,
    score: view.score ?? null,
    scores: view.scores ?? {},
    unreconciled: properties.unreconciled === true,
    quarantine_reason: text(properties.quarantine_reason),
  };
}

/** The statement in a fact's node. */
export function factText(node: GraphNode): string {
  return text(node.properties.content) ?? '';
}

/** Who sees the fact in a node. */
export function factVisibility(node: GraphNode): Fact['visibility'] {
  return node.properties.visibility === 'conversation' ? 'conversation' : 'scope';
}

/** Whether a question asked from this conversation (`null`: from none) may be answered with the fact. */
export function isVisible(node: GraphNode, askedFrom: string | null): boolean {
  if (node.status !== 'ACTIVE') return false;
  return factVisibility(node) === 'scope' || (askedFrom !== null && node.conversationId === askedFrom);
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

import { dayMs } from '@agent-mem/contract';
import { type GraphEdge, type GraphNode, type JsonObject, type NodeWrite, storedMembers, textId } from '@agent-mem/storage';
import type { DocumentSource } from '../indexing/document-source.ts';

/** So long until half of a learned weight is left. */
const halfLifeMs = 180 * dayMs;

/** Kind of the edge from a past question to what answered it. */
export const answeredByKind = 'answered_by';

/** A past question, as its node holds it. */
interface StoredQuestion {
  readonly content: string;
}

/** What an edge `answered_by` holds beside its weight. */
interface StoredAnswer {
  /** When feedback last moved its weight; ISO 8601, UTC. */
  readonly judged_at: string;
}

const storedQuestion = storedMembers<StoredQuestion>(null, { content: '' });
const storedAnswer = storedMembers<StoredAnswer>(null, { judged_at: '' });

/** The node of a question that was asked in a conversation (`null`: in none). The same question there is the same node. */
export function questionNode(text: string, conversationId: string | null, now: string): NodeWrite {
  const content = text.trim();
  return {
    id: textId('ques', conversationId ?? '', content),
    kind: 'Question',
    conversationId,
    indexedVersion: 0,
    createdAt: now,
    updatedAt: now,
    properties: storedQuestion.write({ content }),
    expectedVersion: 0,
  };
}

/** The question in a node. */
export function readQuestion({ properties }: Pick<GraphNode, 'properties'>): string {
  return storedQuestion.read(properties).content;
}

/** What a question is found by: only by its words, and only by another question. */
export function questionDocument(node: GraphNode): DocumentSource {
  return { text: readQuestion(node), embedded: false, timestamp: node.createdAt };
}

/** What an edge holds of the time of its last feedback. */
export function judgedAt(now: string): JsonObject {
  return storedAnswer.write({ judged_at: now });
}

/** What is left of the weight of an edge `answered_by`. `now`: milliseconds since 1970. */
export function answerWeight({ weight, createdAt, properties }: GraphEdge, now: number): number {
  const judged = Date.parse(storedAnswer.read(properties).judged_at || createdAt);
  return (weight ?? 0) * 0.5 ** (Math.max(0, now - judged) / halfLifeMs);
}

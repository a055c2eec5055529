import { eachRounded, roundedScore } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';

/** What of a record is answered only when it is asked for. */
export interface RecordView {
  readonly weight?: boolean;
  readonly embedding?: readonly number[];
  /** 0 to 1. */
  readonly score?: number;
  readonly scores?: Readonly<Record<string, number>>;
}

/** The members that a record has of its node. Those that are answered only when they are asked for are empty. */
export function membersOfNode(node: GraphNode) {
  return {
    id: node.id,
    status: node.status,
    conversation_id: node.conversationId,
    received_at: node.createdAt,
    version: node.version,
    embedding: [],
    weight: null,
    score: null,
    scores: {},
  };
}

/** The members that are answered only when they are asked for. */
export function membersOfView(node: GraphNode, { weight, embedding = [], score, scores = {} }: RecordView) {
  return {
    embedding,
    weight: weight ? node.weight : null,
    score: score === undefined ? null : roundedScore(score),
    scores: eachRounded(scores, roundedScore),
  };
}

import type { Scope } from '@agent-mem/contract';
import { answeredByKind, answerWeight, judgedAt, questionNode } from '@agent-mem/recall';
import { type OwnGraph, weightChangeNode } from '@agent-mem/service-kit';
import {
  type Change,
  type EdgeWrite,
  edgeIdOf,
  type GraphEdge,
  type GraphNode,
  type NodeWrite,
  nodesById,
} from '@agent-mem/storage';
import { countedEdges, countingNode, feedbackNodeId, type Judge } from '../domain/feedback/counted-feedback.ts';
import { learnedWeight } from '../domain/feedback/learned-weight.ts';
import { isShown } from '../domain/nodes/node-message.ts';

/** What a receipt's answers were worth. */
export interface Judgement {
  readonly receiptId: string;
  /** What was asked; never blank. */
  readonly question: string;
  readonly conversationId: string | null;
  /** Memories that the receipt lists. */
  readonly items: readonly string[];
  /** −1 to 1. */
  readonly reward: number;
  /** Who says so; the changes of weights name it. */
  readonly judgedBy: Judge;
}

/** The change that a judgement makes, and what to index after it. */
export interface Judged {
  readonly change: Change;
  readonly changed: number;
  /** The node of the question, where it is new. */
  readonly indexed: readonly string[];
}

/**
 * Moves the edges `answered_by` from the question to these memories. What was erased meanwhile is passed over. Of one receipt each memory
 * counts once for each judge and sign, so the same judgement again changes nothing.
 */
export async function judgeAnswers(
  graph: Pick<OwnGraph, 'get' | 'edges'>,
  scope: Scope,
  judgement: Judgement,
  nowMs: number,
): Promise<Judged> {
  const { receiptId, conversationId, items, reward } = judgement;
  const now = new Date(nowMs).toISOString();
  const question = questionNode(judgement.question, conversationId, now);
  const countId = feedbackNodeId(receiptId, reward, judgement.judgedBy);
  const nodes = await nodesById(graph, scope, [question.id, countId, ...items]);
  const counted = countedEdges(nodes.get(countId));
  const judged = [...new Set(items)].flatMap((id) => nodes.get(id) ?? []).filter(isShown);
  const left = judged.filter(({ id }) => id !== question.id && !counted.has(edgeIdOf(answeredByKind, question.id, id)));
  if (left.length === 0) return { change: {}, changed: 0, indexed: [] };
  const ids = left.map(({ id }) => edgeIdOf(answeredByKind, question.id, id));
  const seen = new Map((await graph.edges(scope, ids)).map((edge) => [edge.id, edge]));
  const moved = left.map((node) => movedEdge(question, node, seen, { ...judgement, nowMs }));
  const asked = nodes.get(question.id);
  const counting = countingNode(countId, nodes.get(countId), ids, { conversationId, now });
  const change = {
    nodes: [...(asked ? [] : [question]), counting, ...moved.map(({ change: each }) => each)],
    edges: moved.map(({ edge }) => edge),
    // The ends are as they were read: none was erased meanwhile.
    expect: [...left, ...(asked ? [asked] : [])].map(({ id, version }) => ({ id, version })),
  };
  return { change, changed: left.length, indexed: asked ? [] : [question.id] };
}

function movedEdge(
  question: NodeWrite,
  { id: to }: GraphNode,
  seen: ReadonlyMap<string, GraphEdge>,
  { reward, judgedBy, receiptId, nowMs }: Judgement & { readonly nowMs: number },
): { readonly edge: EdgeWrite; readonly change: NodeWrite } {
  const now = new Date(nowMs).toISOString();
  const id = edgeIdOf(answeredByKind, question.id, to);
  const absent = { id, kind: answeredByKind, from: question.id, to, version: 0, weight: null, createdAt: now, properties: {} };
  const { version, ...edge } = seen.get(id) ?? absent;
  const weight = learnedWeight(answerWeight({ ...edge, version: 0 }, nowMs), reward);
  const change = weightChangeNode('graph', seen.get(id) ?? absent, { weight, changedBy: judgedBy, reason: receiptId }, now);
  const properties = { ...edge.properties, ...judgedAt(now) };
  return { edge: { ...edge, weight, properties, expectedVersion: version }, change };
}

import { OperationError } from '@agent-mem/contract';
import {
  bestOf,
  checkWeights,
  filterOf,
  hydrateRecall,
  isWithinWeights,
  mostRecalled,
  nodePasses,
  noteReceipt,
  ownVectors,
  pastQuestionsLike,
  type RecallRequest,
  recall,
  tierReceipt,
} from '@agent-mem/recall';
import { countTokens } from '@agent-mem/recall/ranking';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredFact, isVisible, readFact } from '../domain/fact/fact-node.ts';
import { recallAsOf } from '../past/recall-as-of.ts';

/**
 * The facts that answer a question, best first. The index finds them; the Graph says whether they may still be shown. With `as_of`: those
 * that were believed at that time, as they were.
 */
export const retrieve: Handler<'facts', 'retrieve', Config> = async (request, context) => {
  if (request.query.trim() === '' && request.embedding.length === 0)
    throw new OperationError('invalid-argument', 'query: is required unless an embedding is given');
  checkWeights(request);
  const askedFrom = request.conversation_id || null;
  const filter = filterOf(request.filter);
  const asked: RecallRequest = {
    // A summary stands in the place of the facts that it archived. It has no attributes, and was nothing at an earlier time.
    kinds: filter || request.as_of !== null ? ['Fact'] : ['Fact', 'Summary'],
    use: 'facts',
    query: request.query,
    embedding: request.embedding,
    // A vector that does not say who made it is taken for ours; its dimension is checked.
    embedder: request.embedder || context.embedder.id,
    topK: mostRecalled(request),
    visibleFrom: askedFrom,
    scoreThreshold: request.score_threshold,
    preset: request.preset,
    parameters: request.parameters,
    filter,
    ...(request.as_of === null && { pastQuestions: pastQuestionsLike(context, request.query) }),
    textsOf: async (ids) =>
      new Map((await context.graph.get(context.scope, ids)).map((node) => [node.id, readFact(node).content])),
  };
  const past = request.as_of === null ? null : await recallAsOf(context, asked, askedFrom, Date.parse(request.as_of));
  const found = past ? past.found : await recall(context, context.scope, asked);
  const graph = past ? { get: async () => past.states } : context.graph;
  const ids = found.items.map(({ id }) => id);
  const vectors = await ownVectors(context, context.scope, ids, request.include_embedding);
  const answered = await hydrateRecall(graph, context.scope, found, {
    isVisible: (node) => isVisible(node, askedFrom) && nodePasses(node, filter) && isWithinWeights(node, request),
    recordOf: ({ node, score, scores }) =>
      answeredFact(node, {
        weight: request.include_weights,
        embedding: vectors.get(node.id) ?? [],
        score,
        scores: request.explain ? scores : {},
      }),
  });
  const best = bestOf(answered, request);
  const receipt = tierReceipt(best, ({ node }) => countTokens(readFact(node).content));
  return {
    facts: best.items.map(({ record }) => record),
    receipt,
    receipt_id: noteReceipt(context, {
      operation: 'facts.Retrieve',
      query: request.query,
      conversationId: askedFrom,
      tier: 'facts',
      receipt,
    }),
  };
};

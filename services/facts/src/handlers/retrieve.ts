import { OperationError } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/retrieval';
import { type Handler, ownVectors, recall, shown, tierReceipt } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { refuseAsOf } from '../domain/as-of.ts';
import { factOf, factText, isVisible } from '../domain/fact-node.ts';

/** The facts that answer a question, best first. The index finds them; the Graph says whether they may still be shown. */
export const retrieve: Handler<'facts', 'retrieve', Config> = async (request, context) => {
  refuseAsOf(request);
  if (request.query.trim() === '' && request.embedding.length === 0)
    throw new OperationError('invalid-argument', 'query: is required unless an embedding is given');
  const askedFrom = request.conversation_id || null;
  const found = await recall(context, context.scope, {
    kinds: ['Fact'],
    use: 'facts',
    query: request.query,
    embedding: request.embedding,
    // A vector that does not say who made it is taken for ours; its dimension is checked.
    embedder: request.embedder || context.embedder.id,
    topK: request.top_k,
    visibleFrom: askedFrom,
    scoreThreshold: request.score_threshold,
    preset: request.preset,
    parameters: request.parameters,
    textsOf: async (ids) => new Map((await context.graph.get(context.scope, ids)).map((node) => [node.id, factText(node)])),
  });
  const ids = found.items.map(({ id }) => id);
  const vectors = await ownVectors(context, context.scope, ids, request.include_embedding);
  const answered = await shown(context.graph, context.scope, found, {
    mayShow: (node) => isVisible(node, askedFrom),
    recordOf: ({ node, score, scores }) =>
      factOf(node, {
        weight: request.include_weights,
        embedding: vectors.get(node.id) ?? [],
        score,
        scores: request.explain ? scores : {},
      }),
  });
  return {
    facts: answered.items.map(({ record }) => record),
    receipt: tierReceipt(answered, ({ node }) => countTokens(factText(node))),
  };
};

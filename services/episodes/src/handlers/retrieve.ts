import { OperationError } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/retrieval';
import { type Handler, ownVectors, recall, shown, tierReceipt } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { episodeOf, storyOf, storyText } from '../domain/episode-node.ts';

/** Episodes like the goal and the state at hand, best first. The index finds them; the Graph says whether they may still be shown. */
export const retrieve: Handler<'episodes', 'retrieve', Config> = async (request, context) => {
  const query = `${request.query}\n${request.state}`.trim();
  if (query === '' && request.embedding.length === 0)
    throw new OperationError('invalid-argument', 'query: is required unless an embedding is given');
  const found = await recall(context, context.scope, {
    kinds: ['Episode'],
    use: 'episodes',
    query,
    embedding: request.embedding,
    // A vector that does not say who made it is taken for ours; its dimension is checked.
    embedder: request.embedder || context.embedder.id,
    topK: request.top_k,
    scoreThreshold: request.score_threshold,
    preset: request.preset,
    parameters: request.parameters,
    textsOf: async (ids) =>
      new Map((await context.graph.get(context.scope, ids)).map((node) => [node.id, storyText(storyOf(node))])),
  });
  const ids = found.items.map(({ id }) => id);
  const vectors = await ownVectors(context, context.scope, ids, request.include_embedding);
  const answered = await shown(context.graph, context.scope, found, {
    mayShow: ({ status }) => status === 'ACTIVE',
    recordOf: ({ node, score, scores }) =>
      episodeOf(node, {
        weight: request.include_weights,
        embedding: vectors.get(node.id) ?? [],
        score,
        scores: request.explain ? scores : {},
      }),
  });
  return {
    episodes: answered.items.map(({ record }) => record),
    receipt: tierReceipt(answered, ({ node }) => countTokens(storyText(storyOf(node)))),
  };
};

import { OperationError } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/retrieval';
import { type Handler, ownVector, recall, tierReceipt } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { episodeOf, storyOf, storyText } from '../domain/episode-node.ts';

/** Episodes like the goal and the state at hand, best first. The index finds them; the Graph says whether they may still be shown. */
export const retrieve: Handler<'episodes', 'retrieve', Config> = async (request, context) => {
  const query = `${request.query}\n${request.state}`.trim();
  if (query === '' && request.embedding.length === 0)
    throw new OperationError('invalid-argument', 'query: is required unless an embedding is given');
  const found = await recall(context, context.scope, {
    kinds: ['Episode'],
    query,
    embedding: request.embedding,
    embedder: request.embedder,
    topK: request.top_k,
    scoreThreshold: request.score_threshold,
  });
  const nodes = await context.graph.get(
    context.scope,
    found.items.map(({ id }) => id),
  );
  const shown = new Map(nodes.filter(({ status }) => status === 'ACTIVE').map((node) => [node.id, node]));
  const items = found.items.flatMap((item) => {
    const node = shown.get(item.id);
    return node ? [{ ...item, node }] : [];
  });
  return {
    episodes: items.map(({ node, score, scores, document }) =>
      episodeOf(node, {
        weight: request.include_weights,
        embedding: request.include_embedding ? ownVector(context.embedder, document) : [],
        score,
        scores: request.explain ? scores : {},
      }),
    ),
    receipt: tierReceipt({ ...found, items }, ({ node }) => countTokens(storyText(storyOf(node)))),
  };
};

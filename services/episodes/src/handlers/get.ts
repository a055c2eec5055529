import { ownVectors } from '@agent-mem/recall';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredEpisode } from '../domain/episode/episode-node.ts';
import { getEpisode, noEpisode } from '../get-episode.ts';

/** One episode by its id, whatever its status; a deleted one only if it is asked for. */
export const get: Handler<'episodes', 'get', Config> = async (request, context) => {
  const { scope } = context;
  const node = await getEpisode(context.graph, scope, request.episode_id);
  if (node.status === 'DELETED' && !request.include_deleted) throw noEpisode(request.episode_id);
  const vectors = await ownVectors(context, scope, [node.id], request.include_embedding);
  return { episode: answeredEpisode(node, { weight: request.include_weights, embedding: vectors.get(node.id) ?? [] }) };
};

import { givenVector } from '@agent-mem/recall';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { newEpisodeOf } from '../domain/episode/new-episode.ts';
import { storeEpisode } from '../store-episode.ts';

/** Stores an episode, changes the one of its key, or answers the id of the one that tells the same. It is findable when this resolves, at least by its words. */
export const store: Handler<'episodes', 'store', Config> = async (request, context) => {
  const now = context.clock.now();
  const vector = givenVector(context.embedder, request);
  const episode = newEpisodeOf(request, new Date(now).toISOString());
  const { reply, written, more } = await storeEpisode(context.graph, context.scope, episode, { now });
  if (written.length > 0) {
    context.metrics.memories('Episode', more);
    const vectors = vector ? new Map([[reply.episode_id, vector]]) : undefined;
    await context.index(context.scope, written, { vectors, signal: context.signal });
  }
  return reply;
};

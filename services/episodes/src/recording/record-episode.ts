import { conflictsRetried } from '@agent-mem/runtime';
import type { EventContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { NewEpisode } from '../domain/episode/episode-node.ts';
import { type EpisodeExperience, type NodesBeside, storeEpisode } from '../store-episode.ts';

/** Stores an episode that was recorded, once, with what was tried in it and the nodes that `beside` makes, and lets it be found. */
export async function recordEpisode(
  episode: NewEpisode,
  tried: EpisodeExperience | null,
  beside: NodesBeside,
  { clock, graph, index, metrics, scope, signal }: EventContext<Config>,
): Promise<void> {
  // Around the commit alone, so that a conflict does not ask the model again.
  const { reply, written } = await conflictsRetried(signal, () =>
    storeEpisode(graph, scope, episode, { now: clock.now(), tried, beside }),
  );
  if (written.includes(reply.episode_id)) metrics.memories('Episode', 1);
  await index(scope, written, { signal });
}

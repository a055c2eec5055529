import { countFitting } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredEpisode } from '../domain/episode/episode-node.ts';
import { getEpisode } from '../get-episode.ts';

/** Every state that an episode has been in, oldest first; the newest ones where all would not fit into one answer. */
export const history: Handler<'episodes', 'history', Config> = async (request, context) => {
  const { scope, graph } = context;
  const episode = await getEpisode(graph, scope, request.episode_id);
  const versions = (await graph.history(scope, episode.id)).map(({ version, record, recordedAt, node }) => ({
    version,
    change: record,
    changed_at: recordedAt,
    episode: answeredEpisode(node),
  }));
  return { versions: versions.slice(versions.length - countFitting(versions.toReversed())) };
};

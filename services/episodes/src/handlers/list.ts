import { newestRecords } from '@agent-mem/recall';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredEpisode } from '../domain/episode/episode-node.ts';

/** A page of the scope's episodes, by when they were received, newest first; it ends early where more would not fit into one answer. */
export const list: Handler<'episodes', 'list', Config> = async (request, context) => {
  const page = await newestRecords(context, 'Episode', request, (node) =>
    answeredEpisode(node, { weight: request.include_weights }),
  );
  return { episodes: page.items, next_cursor: page.nextCursor };
};

import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { episodeOf } from '../domain/episode-node.ts';

/** A page of the scope's episodes, by when they were received, newest first. */
export const list: Handler<'episodes', 'list', Config> = async (request, context) => {
  const page = await context.graph.find(context.scope, {
    kinds: ['Episode'],
    statuses: request.statuses.length > 0 ? request.statuses : ['ACTIVE'],
    conversationId: request.conversation_id || undefined,
    order: 'createdAt',
    descending: true,
    limit: request.limit,
    cursor: request.cursor,
  });
  return {
    episodes: page.items.map((node) => episodeOf(node, { weight: request.include_weights })),
    next_cursor: page.nextCursor,
  };
};

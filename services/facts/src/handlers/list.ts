import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { refuseAsOf } from '../domain/as-of.ts';
import { factOf } from '../domain/fact-node.ts';

/** A page of the scope's facts, by when they were received, newest first. */
export const list: Handler<'facts', 'list', Config> = async (request, context) => {
  refuseAsOf(request);
  const page = await context.graph.find(context.scope, {
    kinds: ['Fact'],
    statuses: request.statuses.length > 0 ? request.statuses : ['ACTIVE'],
    conversationId: request.conversation_id || undefined,
    order: 'createdAt',
    descending: true,
    limit: request.limit,
    cursor: request.cursor,
  });
  return {
    facts: page.items.map((node) => factOf(node, { weight: request.include_weights })),
    next_cursor: page.nextCursor,
  };
};

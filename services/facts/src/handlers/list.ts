import { fittingPage, type Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { refuseAsOf } from '../domain/as-of.ts';
import { factOf } from '../domain/fact-node.ts';

/** A page of the scope's facts, by when they were received, newest first; it ends early where more would not fit into one answer. */
export const list: Handler<'facts', 'list', Config> = async (request, context) => {
  refuseAsOf(request);
  const find = (limit: number) =>
    context.graph.find(context.scope, {
      kinds: ['Fact'],
      statuses: request.statuses.length > 0 ? request.statuses : ['ACTIVE'],
      conversationId: request.conversation_id || undefined,
      order: 'createdAt',
      descending: true,
      limit,
      cursor: request.cursor,
    });
  const page = await fittingPage(request.limit, find, (node) => factOf(node, { weight: request.include_weights }));
  return { facts: page.items, next_cursor: page.nextCursor };
};

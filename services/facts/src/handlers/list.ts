import { type Handler, newestRecords } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { refuseAsOf } from '../domain/as-of.ts';
import { factOf } from '../domain/fact-node.ts';

/** A page of the scope's facts, by when they were received, newest first; it ends early where more would not fit into one answer. */
export const list: Handler<'facts', 'list', Config> = async (request, context) => {
  refuseAsOf(request);
  const page = await newestRecords(context, 'Fact', request, (node) => factOf(node, { weight: request.include_weights }));
  return { facts: page.items, next_cursor: page.nextCursor };
};

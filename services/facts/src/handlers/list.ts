import { OperationError } from '@agent-mem/contract';
import { filterOf, newestRecords } from '@agent-mem/recall';
import { fittingPage } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredFact } from '../domain/fact/fact-node.ts';
import { factsAt } from '../states-at.ts';

/**
 * A page of the scope's facts, by when they were received, newest first; it ends early where more would not fit into one answer. With
 * `as_of` they are answered as they were at that time, and their status is that of then.
 */
export const list: Handler<'facts', 'list', Config> = async (request, context) => {
  const recordOf = (node: Parameters<typeof answeredFact>[0]) => answeredFact(node, { weight: request.include_weights });
  const asksWeights = request.sort_by !== 'created_at' || request.min_weight !== null || request.max_weight !== null;
  if (asksWeights && request.as_of !== null)
    throw new OperationError('invalid-argument', 'as_of: does not go together with weights or another order');
  const asOf = request.as_of === null ? null : pastOf(request, request.as_of);
  const page = asOf
    ? await fittingPage(request.limit, (limit) => factsAt(context.graph, context.scope, { ...asOf, limit }), recordOf)
    : await newestRecords(context, 'Fact', request, recordOf);
  return { facts: page.items, next_cursor: page.nextCursor };
};

function pastOf(request: Parameters<typeof list>[0], asOf: string) {
  return {
    at: Date.parse(asOf),
    statuses: request.statuses.length > 0 ? request.statuses : (['ACTIVE'] as const),
    conversationId: request.conversation_id || null,
    cursor: request.cursor,
    filter: filterOf(request.filter),
  };
}

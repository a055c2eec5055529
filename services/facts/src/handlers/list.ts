import { OperationError } from '@agent-mem/contract';
import { filterOf, newestRecords } from '@agent-mem/recall';
import { retiredStatuses } from '@agent-mem/recall/believed';
import { countFitting, fittingPage } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { answeredFact } from '../domain/fact/fact-node.ts';
import { factsAt } from '../past/states-at.ts';
import { type RetiredTables, retiredFactsIn } from '../retired/retired-facts.ts';

/**
 * A page of the scope's facts, by when they were received, newest first; it ends early where more would not fit into one answer. With
 * `as_of` they are answered as they were at that time, and their status is that of then.
 */
export const list: Handler<'facts', 'list', Config, RetiredTables> = async (request, context) => {
  const { graph, scope } = context;
  const recordOf = (node: GraphNode) => answeredFact(node, { weight: request.include_weights });
  const asksWeights = request.sort_by !== 'created_at' || request.min_weight !== null || request.max_weight !== null;
  if (asksWeights && request.as_of !== null)
    throw new OperationError('invalid-argument', 'as_of: does not go together with weights or another order');
  if (request.stated_in.length > 0 || request.learned_from.length > 0) {
    refuseUnlessRetired(request, asksWeights);
    const said = { texts: request.stated_in, sources: new Set(request.learned_from) };
    const retired = await retiredFactsIn(context, said);
    const nodes = retired.filter(({ status }) => request.statuses.includes(status)).slice(0, request.limit);
    const facts = nodes.map(recordOf);
    return { facts: facts.slice(0, countFitting(facts)) };
  }
  const asOf = request.as_of === null ? null : pastOf(request, request.as_of);
  const page = asOf
    ? await fittingPage(request.limit, (limit) => factsAt(graph, scope, { ...asOf, limit }), recordOf)
    : await newestRecords(context, 'Fact', request, recordOf);
  return { facts: page.items, next_cursor: page.nextCursor };
};

/** Only of what is retired it is known what texts state of it. */
function refuseUnlessRetired(request: Parameters<typeof list>[0], asksWeights: boolean): void {
  const name = request.stated_in.length > 0 ? 'stated_in' : 'learned_from';
  const { as_of, conversation_id, cursor, filter, statuses } = request;
  if (statuses.length === 0 || statuses.some((status) => !retiredStatuses.includes(status)))
    throw new OperationError(
      'invalid-argument',
      `${name}: goes together with statuses of ${retiredStatuses.join(' and ')} alone`,
    );
  if (asksWeights || [as_of, conversation_id, cursor, filter].some((given) => given !== null && given !== ''))
    throw new OperationError(
      'invalid-argument',
      `${name}: does not go together with as_of, conversation_id, cursor, filter, weights or another order`,
    );
}

function pastOf(request: Parameters<typeof list>[0], asOf: string) {
  return {
    at: Date.parse(asOf),
    statuses: request.statuses.length > 0 ? request.statuses : (['ACTIVE'] as const),
    conversationId: request.conversation_id || null,
    cursor: request.cursor,
    filter: filterOf(request.filter),
  };
}

import type { RetrieveFactsRequest } from '@agent-mem/contract';
import { type Recall, type RecallRequest, recall, recallAmong } from '@agent-mem/recall';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { factDocument } from '../domain/fact/fact-document.ts';
import { isVisible } from '../domain/fact/fact-node.ts';
import { retiredSince, statesAt } from './states-at.ts';

/** Of what is believed now, so many of the best for the question are looked at. */
const mostBelieved = 100;
/** Of what has been retired since, so many, the newest changes first. */
const mostRetired = 500;

/** What was recalled of the past, and the facts as they were. */
export interface PastRecall {
  readonly found: Recall;
  readonly states: readonly GraphNode[];
}

/**
 * Recalls what was believed at a time (milliseconds since 1970). The candidates are the 100 best of what is believed now, with a filter
 * also the 100 best that pass it now, and up to 500 facts that were retired since; those that were believed then are ranked anew, as they were, as if it were that time.
 */
export async function recallAsOf(
  context: HandlerContext<Config>,
  request: RecallRequest,
  visibleFrom: RetrieveFactsRequest['conversation_id'],
  at: number,
): Promise<PastRecall> {
  const { scope, graph, clock } = context;
  const now = clock.now();
  const { textsOf: _, ...widely } = { ...request, topK: mostBelieved, scoreThreshold: 0 };
  const [passing, live, retired] = await Promise.all([
    request.filter ? recall(context, scope, widely) : null,
    // What passes no more may have passed then.
    recall(context, scope, { ...widely, filter: null }),
    retiredSince(graph, scope, at, mostRetired),
  ]);
  const gone = new Set(retired.map(({ id }) => id));
  const candidates = new Set([...(passing?.items ?? []), ...live.items].map(({ id }) => id));
  const believed = await graph.get(
    scope,
    [...candidates].filter((id) => !gone.has(id)),
  );
  const then = await statesAt(graph, scope, [...believed, ...retired], at);
  const states = then.filter((node) => isVisible(node, visibleFrom));
  const textsById = new Map(states.map((node) => [node.id, factDocument(node)?.text ?? '']));
  const past = { ...context, clock: { ...clock, now: () => at + clock.now() - now } };
  const among = {
    ...request,
    textsOf: async (ids: readonly string[]) => new Map(ids.map((id) => [id, textsById.get(id) ?? ''])),
  };
  const found = await recallAmong(past, scope, { nodes: states, documentOf: factDocument }, among);
  const degraded = passing?.degraded.includes('filter') ? [...found.degraded, 'filter'] : found.degraded;
  return { found: { ...found, degraded, ms: clock.now() - now }, states };
}

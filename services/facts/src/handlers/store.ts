import { givenVector } from '@agent-mem/recall';
import { turnFor } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { newFactOf } from '../domain/fact/new-fact.ts';
import { planFact, uniqueKeyIdsFor } from '../domain/reconciliation/plan-store.ts';
import { plannedChange } from '../planned-change.ts';

/** Stores a fact, changes the one of its key, or answers the id that its text has already. It is findable when this resolves, at least by its words. */
export const store: Handler<'facts', 'store', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = context.clock.now();
  const fact = newFactOf(request, new Date(now).toISOString());
  const vector = givenVector(context.embedder, request);

  await turnFor(fact.content);
  const uniqueKeyIds = uniqueKeyIdsFor(fact);
  await turnFor(fact.content);
  const change = await plannedChange(graph, scope, uniqueKeyIds, (draft) => planFact(draft, fact, now));
  const { id, created, changed, pending, quarantined } = change.plan;
  const [held] = created || changed ? [] : await graph.get(scope, [id]);
  const reply = { fact_id: id, created, status: quarantined ? 'QUARANTINED' : (held?.status ?? 'ACTIVE') };
  const events = pending ? [factStored(scope, id, fact.conversation_id, now)] : [];
  const { applied } = await graph.commit(scope, { nodes: change.nodes, expect: change.expect, events }, reply);

  if (applied && (changed || (created && !quarantined))) {
    context.metrics.memories('Fact', changed ? (quarantined ? -1 : 0) : 1);
    const vectors = vector ? new Map([[id, vector]]) : undefined;
    await context.index(scope, [id], { vectors, signal: context.signal });
  }
  return reply;
};

import { givenVector } from '@agent-mem/recall';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { newFactOf } from '../domain/fact/new-fact.ts';
import { planStore, uniqueKeyIdsFor } from '../domain/reconciliation/plan-store.ts';

/** Keeps a fact, or answers the id that its text has already. It is findable when this resolves, at least by its words. */
export const store: Handler<'facts', 'store', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = context.clock.now();
  const fact = newFactOf(request, new Date(now).toISOString());
  const vector = givenVector(context.embedder, request);

  const plan = planStore([fact], await graph.get(scope, uniqueKeyIdsFor(fact)), now);
  const [{ id, created, quarantined }] = plan.stored as [(typeof plan.stored)[number]];
  const [held] = created ? [] : await graph.get(scope, [id]);
  const reply = { fact_id: id, created, status: quarantined ? 'QUARANTINED' : (held?.status ?? 'ACTIVE') };
  const events = created && !quarantined ? [factStored(scope, id, fact.conversation_id, now)] : [];
  const { applied } = await graph.commit(scope, { nodes: plan.nodes, expect: plan.expect, events }, reply);

  if (applied && created && !quarantined) {
    context.metrics.memories('Fact', 1);
    const vectors = vector ? new Map([[id, vector]]) : undefined;
    await context.index(scope, [id], { vectors, signal: context.signal });
  }
  return reply;
};

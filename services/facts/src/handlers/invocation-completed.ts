import { conflictsRetried } from '@agent-mem/runtime';
import { askForJson, type EventHandler } from '@agent-mem/service-kit';
import { type Config, extractsFromTools } from '../config.ts';
import { learnedFacts } from '../domain/extraction/learned.ts';
import { observationsOf } from '../domain/extraction/observations.ts';
import { statementsAnswer } from '../domain/extraction/statements.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planStore, uniqueKeyIdsFor } from '../domain/reconciliation/plan-store.ts';
import { heldOf, planVouching } from '../domain/reconciliation/plan-vouching.ts';

/** Most of what memory had put into the context that is looked at. */
const mostInjected = 200;

/** Learns facts from what the user said in an invocation and what tools showed, once: one question to the model, then one commit under the event's id. */
export const invocationCompleted: EventHandler<Config> = async (event, context) => {
  const done = event.data.invocation_completed;
  if (!done?.extract_facts || !context.config.ENABLE_AUTO_FACT_EXTRACTION || done.question.trim() === '') return;
  const { scope, graph, analysis } = context;
  const injected = (await graph.get(scope, done.injected_ids.slice(0, mostInjected))).map((node) => readFact(node).content);
  const observations = extractsFromTools(context.config) ? observationsOf(done, injected) : [];
  const variables = { message: done.question, observations };
  const statements = (await askForJson(context, 'extract-facts', variables, statementsAnswer)) ?? [];
  const facts = learnedFacts(event, done, statements, { observations, injected, language: analysis.language });

  // Around the commit alone, so that a conflict does not ask the model again.
  const learned = await conflictsRetried(context.signal, async () => {
    const now = context.clock.now();
    const uniqueKeys = await graph.get(scope, [...new Set(facts.flatMap(uniqueKeyIdsFor))]);
    const plan = planStore(facts, uniqueKeys, now);
    const created = plan.stored.filter((fact) => fact.created && !fact.quarantined).map((fact) => fact.id);
    const known = await graph.get(
      scope,
      plan.stored.flatMap((fact) => (fact.created ? [] : [fact.id])),
    );
    const { nodes, vouched } = planVouching(heldOf(facts, plan.stored, known), uniqueKeys, now);
    const events = [...created, ...vouched].map((id) => factStored(scope, id, event.conversation_id || null, now));
    const change = { nodes: [...plan.nodes, ...nodes], expect: plan.expect, events };
    const { applied } = await graph.commit(scope, change, { fact_ids: created });
    return applied ? { created, vouched } : { created: [], vouched: [] };
  });

  const written = [...learned.created, ...learned.vouched];
  if (written.length === 0) return;
  context.metrics.memories('Fact', learned.created.length);
  await context.index(scope, written, { signal: context.signal });
};

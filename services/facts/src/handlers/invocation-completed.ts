import { isByRules } from '@agent-mem/llm';
import { conflictsRetried } from '@agent-mem/runtime';
import { askForJson, type EventContext, type EventHandler } from '@agent-mem/service-kit';
import { believedFacts } from '../believed-facts.ts';
import { type Config, extractsFromTools } from '../config.ts';
import { learnedFacts } from '../domain/extraction/learned.ts';
import { observationsOf } from '../domain/extraction/observations.ts';
import { type ExtractedStatement, statementsAnswer } from '../domain/extraction/statements.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { extractFacts } from '../domain/message/extract-facts.ts';
import { knownNames } from '../domain/message/known-names.ts';
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
  const statements = await statementsOf(context, done.question, observations);
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

/** What the user's message and the tools say, by the model; what the message says by rules, where there is no model or its answers cannot be used. */
async function statementsOf(
  context: EventContext<Config>,
  message: string,
  observations: readonly string[],
): Promise<readonly ExtractedStatement[]> {
  if (!isByRules(context.chatModel)) {
    const said = await askForJson(context, 'extract-facts', { message, observations }, statementsAnswer);
    if (said) return said;
  }
  const known = await believedFacts({ ...context, timeLeftMs: (atMost) => atMost }, message, null);
  const names = knownNames(known.map((node) => readFact(node).content));
  return extractFacts({ message, names }).map(saidByUser);
}

function saidByUser(text: string): ExtractedStatement {
  return { text, subject: null, predicate: null, object: null, validFrom: null, from: 'user' };
}

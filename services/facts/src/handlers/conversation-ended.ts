import type { Event } from '@agent-mem/contract';
import { conflictsRetried } from '@agent-mem/runtime';
import { askForJson, type EventContext, type EventHandler, type MessageSinceLastEnd } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { type SaidStatement, saidFacts, saidStatementsAnswer } from '../domain/extraction/conversation-statements.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planStore, uniqueKeyIdsFor } from '../domain/reconciliation/plan-store.ts';
import { promoteFacts } from '../promote-facts.ts';
import { unlearnedMessages } from '../unlearned-messages.ts';

/** Of a longer conversation the newest messages are looked at. */
const mostMessages = 200;
/** Messages of one question to the model, and the longest part of each, in characters. */
const messagesAtOnce = 20;
const longestMessage = 4_000;
/** Facts of the conversation that the model sees. */
const maxExistingFacts = 50;

/**
 * Promotes a conversation that is over, once: the scope sees the facts that only it saw, and learns what its user said that no invocation stored. What an
 * earlier end has reported is not looked at again.
 */
export const conversationEnded: EventHandler<Config> = async (event, context) => {
  if (!event.data.conversation_ended || event.conversation_id === '') return;
  await promoteFacts(context, event.conversation_id);
  if (!context.config.ENABLE_AUTO_FACT_EXTRACTION) return;

  const { scope, graph, analysis } = context;
  const facts = saidFacts(event.conversation_id, await saidStatements(event, context), analysis.language);
  // Around the commit alone, so that a conflict does not ask the model again.
  const learned = await conflictsRetried(context.signal, async () => {
    const now = context.clock.now();
    const plan = planStore(facts, await graph.get(scope, [...new Set(facts.flatMap(uniqueKeyIdsFor))]), now);
    const created = plan.stored.filter((fact) => fact.created && !fact.quarantined).map((fact) => fact.id);
    const events = created.map((id) => factStored(scope, id, event.conversation_id, now));
    const { applied } = await graph.commit(scope, { nodes: plan.nodes, expect: plan.expect, events }, { fact_ids: created });
    return applied ? created : [];
  });

  if (learned.length === 0) return;
  context.metrics.memories('Fact', learned.length);
  await context.index(scope, learned, { signal: context.signal });
};

/** What the user said that is worth storing and no invocation stored: some messages at a time go to the model. */
async function saidStatements(event: Event, context: EventContext<Config>): Promise<readonly SaidStatement[]> {
  const { scope, graph } = context;
  const messages = await unlearnedMessages(event, context, mostMessages);
  if (messages.length === 0) return [];
  const query = { kinds: ['Fact'], conversationId: event.conversation_id, order: 'createdAt', descending: true } as const;
  const known = (await graph.find(scope, { ...query, limit: maxExistingFacts })).items.map((node) => readFact(node).content);
  const statements: SaidStatement[] = [];
  for (let at = 0; at < messages.length; at += messagesAtOnce) {
    const some = messages.slice(at, at + messagesAtOnce);
    const variables = { messages: some.map(numbered), known };
    statements.push(...((await askForJson(context, 'conversation-facts', variables, saidStatementsAnswer(some))) ?? []));
  }
  return statements;
}

function numbered({ content }: MessageSinceLastEnd, index: number) {
  return { number: index + 1, content: content.slice(0, longestMessage).toWellFormed() };
}

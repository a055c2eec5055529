import { isByRules } from '@agent-mem/llm';
import { conflictsRetried } from '@agent-mem/runtime';
import { type EventContext, type EventHandler, type MessageSinceLastEnd, readingNode, readingsOf } from '@agent-mem/service-kit';
import type { NodeWrite } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { type SaidStatement, saidFacts } from '../domain/extraction/conversation-statements.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planStore, uniqueKeyIdsFor } from '../domain/reconciliation/plan-store.ts';
import { promoteFacts } from '../promote-facts.ts';
import { saidStatements } from '../reading/said-statements.ts';
import { unlearnedMessages } from '../reading/unlearned-messages.ts';

/** Of a longer conversation the newest messages are looked at. */
const mostMessages = 200;
/** Messages of one question to the model; rules read each by itself. */
const messagesAtOnce = 20;

/**
 * Promotes a conversation that is over, once: the scope sees the facts that only it saw, and learns what its user said that no invocation stored. What an
 * earlier end has reported is not looked at again.
 */
export const conversationEnded: EventHandler<Config> = async (event, context) => {
  if (!event.data.conversation_ended || event.conversation_id === '') return;
  await promoteFacts(context, event.conversation_id);
  if (!context.config.ENABLE_AUTO_FACT_EXTRACTION) return;

  const { scope, graph, analysis } = context;
  const messages = await unlearnedMessages(event, context, mostMessages);
  const statements = await statementsIn(event.conversation_id, messages, context);
  const facts = saidFacts(event.conversation_id, statements, analysis.language);
  // Around the commit alone, so that a conflict does not ask the model again.
  const learned = await conflictsRetried(context.signal, async () => {
    const now = context.clock.now();
    const plan = planStore(facts, await graph.get(scope, [...new Set(facts.flatMap(uniqueKeyIdsFor))]), now);
    const created = plan.stored.filter((fact) => fact.created && !fact.quarantined).map((fact) => fact.id);
    const events = created.map((id) => factStored(scope, id, event.conversation_id, now));
    const nodes = [...plan.nodes, ...(await readNotes(event.conversation_id, messages, context))];
    const { applied } = await graph.commit(scope, { nodes, expect: plan.expect, events }, { fact_ids: created });
    return applied ? created : [];
  });

  if (learned.length === 0) return;
  context.metrics.memories('Fact', learned.length);
  await context.index(scope, learned, { signal: context.signal });
};

/** What the user said that is worth storing and was not learned: some messages at a time go to the model. */
async function statementsIn(
  conversationId: string,
  messages: readonly MessageSinceLastEnd[],
  context: EventContext<Config>,
): Promise<readonly SaidStatement[]> {
  const statements: SaidStatement[] = [];
  const atOnce = isByRules(context.chatModel) ? 1 : messagesAtOnce;
  for (let at = 0; at < messages.length; at += atOnce) {
    const some = { conversationId, messages: messages.slice(at, at + atOnce), before: [] };
    statements.push(...(await saidStatements(some, context)));
  }
  return statements;
}

/** Notes that what was appended by itself is read: an event of it that comes late teaches nothing more. */
async function readNotes(
  conversationId: string,
  messages: readonly MessageSinceLastEnd[],
  { clock, graph, scope }: EventContext<Config>,
): Promise<readonly NodeWrite[]> {
  const at = new Date(clock.now()).toISOString();
  const ids = messages.flatMap(({ id, invocationId }) => (invocationId === null ? [id] : []));
  const notes = await readingsOf(graph, scope, 'facts', ids);
  return ids.map((id) => readingNode('facts', { id, conversationId }, { state: 'read', records: [] }, notes.get(id), at));
}

import { batchesOf, type Event } from '@agent-mem/contract';
import { isByRules } from '@agent-mem/llm';
import { conflictsRetried, inTurns } from '@agent-mem/runtime';
import {
  type EventContext,
  type EventHandler,
  flowOf,
  type MessageSinceLastEnd,
  readingNode,
  readingsOf,
  type WaitsFor,
  waitingNode,
} from '@agent-mem/service-kit';
import type { NodeWrite } from '@agent-mem/storage';
import { readLastTurns } from '../backlog/read-full-batch.ts';
import type { Config } from '../config.ts';
import { type SaidStatement, saidFacts } from '../domain/extraction/conversation-statements.ts';
import { indexLesson } from '../lesson/index-lesson.ts';
import { learnableFacts } from '../lesson/learnable-facts.ts';
import { type PlannedLesson, plannedLesson } from '../lesson/planned-lesson.ts';
import { saidStatements } from '../reading/said-statements.ts';
import { unlearnedMessages } from '../reading/unlearned-messages.ts';
import { promoteFacts } from '../reconciliation/promote-facts.ts';

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
  await promoteFacts(context, event.conversation_id, flowOf(event));
  if (!context.config.ENABLE_AUTO_FACT_EXTRACTION) return;
  await readLastTurns(event.conversation_id, context);

  const { scope, graph, analysis } = context;
  const messages = await unlearnedMessages(event, context, mostMessages);
  const { statements, waiting } = await statementsIn(event.conversation_id, messages, context);
  const said = await inTurns(saidFacts(event.conversation_id, statements, analysis.language));
  const { facts } = await learnableFacts(said, event.conversation_id, context);
  // Around the commit alone, so that a conflict does not ask the model again.
  const learned = await conflictsRetried(context.signal, async () => {
    const lesson = await plannedLesson(facts, {}, { conversationId: event.conversation_id, flow: flowOf(event) }, context);
    const { change, created } = lesson;
    const notes = await readNotes(event.conversation_id, messages, context);
    const rows = backlogNodes(event, waiting, lesson, context.clock.now());
    const nodes = [...change.nodes, ...notes, ...rows];
    const { applied } = await graph.commit(scope, { ...change, nodes }, { fact_ids: created });
    return applied ? lesson : null;
  });
  if (learned) await indexLesson(learned, context);
};

type WaitingMessages = ReadonlyMap<string, WaitsFor>;

/** What the user said that is worth storing and was not learned: some messages at a time go to the model. */
async function statementsIn(
  conversationId: string,
  messages: readonly MessageSinceLastEnd[],
  context: EventContext<Config>,
): Promise<{ readonly statements: readonly SaidStatement[]; readonly waiting: WaitingMessages }> {
  const statements: SaidStatement[] = [];
  const waiting = new Map<string, WaitsFor>();
  const atOnce = isByRules(context.chatModel) ? 1 : messagesAtOnce;
  for (const some of batchesOf(messages, atOnce)) {
    const said = await saidStatements({ conversationId, messages: some, before: [] }, context, { isAtOnce: true });
    statements.push(...said.statements);
    if (said.waitsFor !== null) for (const { id } of some) waiting.set(id, said.waitsFor);
  }
  return { statements, waiting };
}

/** Lets the messages that the model could not read wait for it, each with what the rules made of it. */
function backlogNodes(
  event: Event,
  waiting: WaitingMessages,
  { drafts, stored }: Pick<PlannedLesson, 'drafts' | 'stored'>,
  now: number,
): readonly NodeWrite[] {
  return [...waiting].map(([messageId, waitsFor]) => {
    const made = stored.flatMap(({ id, created }, index) =>
      created && drafts[index]?.evidence?.message_id === messageId ? [id] : [],
    );
    const said = { messageId, conversationId: event.conversation_id, flow: flowOf(event) };
    return waitingNode('FactBacklog', said, { made, waitsFor }, now);
  });
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

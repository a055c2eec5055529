import { QuotaExceeded } from '@agent-mem/retention';
import { conflictsRetried, inTurns, turnFor } from '@agent-mem/runtime';
import { type EventContext, summedUsage, type WaitsFor } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { type SaidStatement, saidFacts } from '../domain/extraction/conversation-statements.ts';
import { indexLesson } from '../lesson/index-lesson.ts';
import { learnableFacts } from '../lesson/learnable-facts.ts';
import { commitReading, type FoundInMessages } from './commit-reading.ts';
import { saidStatements } from './said-statements.ts';
import type { UnreadMessages } from './unread-messages.ts';

/**
 * Learns from messages with one question to the model, then commits the facts and a note for each message at once: none is read twice. Where the
 * model's turn comes later, the rules have theirs now, and the messages wait in the backlog.
 */
export async function readMessages(
  unread: UnreadMessages,
  context: EventContext<Config>,
  options: { readonly isAtOnce: boolean; readonly flow: string | null },
): Promise<WaitsFor | null> {
  const asking = summedUsage(context);
  const { statements, waitsFor, isUnusable } = await saidStatements(unread, asking.context, options);
  const beside = { waitsFor, isUnusable, flow: options.flow, rows: [], usage: asking.usage() };
  await storeReading(unread, statements, beside, context);
  return waitsFor;
}

/** What is stored beside what messages say. */
type Beside = Pick<FoundInMessages, 'waitsFor' | 'isUnusable' | 'flow' | 'rows' | 'usage'>;

/** Stores what messages say. */
export async function storeReading(
  { conversationId, messages }: Pick<UnreadMessages, 'conversationId' | 'messages'>,
  statements: readonly SaidStatement[],
  beside: Beside,
  context: EventContext<Config>,
): Promise<void> {
  const said = await inTurns(saidFacts(conversationId, statements, context.analysis.language));
  await turnFor(...messages.map(({ content }) => content));
  const replaces = new Map(statements.flatMap(({ text, replaces: id }) => (id === undefined ? [] : [[text, id] as const])));
  const { facts, refused } = await learnableFacts(said, conversationId, context, replaces);
  const unsaidIn = (messageId: string) => {
    const reasons = refused.flatMap(({ fact, reason }) => (fact.evidence?.message_id === messageId ? [reason] : []));
    if (reasons.length > 0) return [...new Set(reasons)];
    return facts.some(({ evidence }) => evidence?.message_id === messageId) ? [] : ['no-statement'];
  };
  const reading = { conversationId, messages, facts, replaces, unsaidIn, ...beside };
  // Around the commit alone, so that a conflict does not ask the model again.
  const learned = await conflictsRetried(context.signal, () => commitReading(reading, context)).catch((error: unknown) => {
    if (!(error instanceof QuotaExceeded)) throw error;
    context.metrics.leftOut(error.kind, 'quota', 1);
    context.log.warn({ err: error.message }, 'facts from messages were not stored: the scope is full');
    const full = { ...reading, facts: [], unsaidIn: () => ['quota'], waitsFor: null, isUnusable: false };
    return conflictsRetried(context.signal, () => commitReading(full, context));
  });
  await indexLesson(learned, context);
}

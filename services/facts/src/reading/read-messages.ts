import type { ModelUsage } from '@agent-mem/contract';
import { isRedacted } from '@agent-mem/policy/detectors';
import { QuotaExceeded } from '@agent-mem/retention';
import { conflictsRetried } from '@agent-mem/runtime';
import {
  type EventContext,
  type MessageSinceLastEnd,
  type ReadingRecord,
  readingNode,
  readingOf,
  readingsOf,
  summedUsage,
} from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { saidFacts } from '../domain/extraction/conversation-statements.ts';
import { readingRecords } from '../domain/extraction/reading-records.ts';
import type { NewFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planStore, uniqueKeyIdsFor } from '../domain/reconciliation/plan-store.ts';
import { heldOf, planVouching } from '../domain/reconciliation/plan-vouching.ts';
import { saidStatements } from './said-statements.ts';
import type { UnreadMessages } from './unread-messages.ts';

/** Learns from messages with one question to the model, then commits the facts and a note for each message at once: none is read twice. */
export async function readMessages(unread: UnreadMessages, context: EventContext<Config>): Promise<void> {
  const { conversationId, messages } = unread;
  const asking = summedUsage(context);
  const statements = await saidStatements(unread, asking.context);
  const said = saidFacts(conversationId, statements, context.analysis.language);
  // Without the secret it says nothing that lasts.
  const [redacted, facts] = [
    said.filter(({ content }) => isRedacted(content)),
    said.filter(({ content }) => !isRedacted(content)),
  ];
  const unsaidIn = (messageId: string) => {
    if (redacted.some(({ evidence }) => evidence?.message_id === messageId)) return ['sensitive'];
    return facts.some(({ evidence }) => evidence?.message_id === messageId) ? [] : ['no-statement'];
  };
  const reading = { conversationId, messages, facts, unsaidIn, usage: asking.usage() };
  // Around the commit alone, so that a conflict does not ask the model again.
  const learned = await conflictsRetried(context.signal, () => commitReading(reading, context)).catch((error: unknown) => {
    if (!(error instanceof QuotaExceeded)) throw error;
    context.metrics.leftOut(error.kind, 'quota', 1);
    context.log.warn({ err: error.message }, 'what messages taught was not stored: the scope is full');
    return conflictsRetried(context.signal, () => commitReading({ ...reading, facts: [], unsaidIn: () => ['quota'] }, context));
  });
  if (learned.created.length + learned.vouched.length === 0) return;
  context.metrics.memories('Fact', learned.created.length);
  await context.index(context.scope, [...learned.created, ...learned.vouched], { signal: context.signal });
}

/** What was found in some messages. */
interface FoundInMessages extends Pick<UnreadMessages, 'conversationId' | 'messages'> {
  readonly facts: readonly NewFact[];
  /** Why a message, or a part of it, taught nothing. */
  unsaidIn(messageId: string): readonly string[];
  /** What the model was asked for all of them. */
  readonly usage: readonly ModelUsage[];
}

async function commitReading(
  { conversationId, messages, facts, unsaidIn, usage }: FoundInMessages,
  { clock, graph, scope }: Pick<EventContext<Config>, 'clock' | 'graph' | 'scope'>,
): Promise<{ readonly created: readonly string[]; readonly vouched: readonly string[] }> {
  const now = clock.now();
  const at = new Date(now).toISOString();
  const ids = messages.map(({ id }) => id);
  const [notes, nodes] = await Promise.all([readingsOf(graph, scope, 'facts', ids), graph.get(scope, ids)]);
  // Another process may have read some of them meanwhile, or a user deleted them.
  const unread = messages.filter(({ id }) => isUnread(notes.get(id)) && nodes.some((node) => node.id === id && isThere(node)));
  const drafts = facts.filter(({ evidence }) => unread.some(({ id }) => id === evidence?.message_id));
  const uniqueKeys = await graph.get(scope, [...new Set(drafts.flatMap(uniqueKeyIdsFor))]);
  const plan = planStore(drafts, uniqueKeys, now);
  const created = plan.stored.filter((fact) => fact.created && !fact.quarantined).map((fact) => fact.id);
  const known = await graph.get(
    scope,
    plan.stored.flatMap((fact) => (fact.created ? [] : [fact.id])),
  );
  const vouching = planVouching(heldOf(drafts, plan.stored, known), uniqueKeys, now);
  const noteOf = ({ id }: MessageSinceLastEnd, index: number) => {
    const records: readonly ReadingRecord[] = readingRecords(id, drafts, plan.stored, vouching.vouched, unsaidIn(id));
    const reading = { state: 'read', records, usage: index === 0 ? usage : [] } as const;
    return readingNode('facts', { id, conversationId }, reading, notes.get(id), at);
  };
  const events = [...created, ...vouching.vouched].map((id) => factStored(scope, id, conversationId, now));
  await graph.commit(scope, {
    nodes: [...plan.nodes, ...vouching.nodes, ...unread.map(noteOf)],
    // A message that is deleted meanwhile teaches nothing any more.
    expect: [
      ...plan.expect,
      ...nodes.filter(({ id }) => unread.some((each) => each.id === id)).map(({ id, version }) => ({ id, version })),
    ],
    events,
  });
  return { created, vouched: vouching.vouched };
}

function isUnread(note: GraphNode | undefined): boolean {
  const reading = readingOf(note);
  return reading === null || reading.state === 'off';
}

function isThere({ status }: GraphNode): boolean {
  return status === 'ACTIVE';
}

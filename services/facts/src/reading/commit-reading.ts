import type { ModelUsage } from '@agent-mem/contract';
import {
  backlogOf,
  doneBacklog,
  type EventContext,
  type MessageSinceLastEnd,
  type ReadingRecord,
  readingNode,
  readingOf,
  readingsOf,
  type WaitsFor,
  waitingNode,
} from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readingRecords } from '../domain/extraction/reading-records.ts';
import type { NewFact } from '../domain/fact/fact-node.ts';
import { type PlannedLesson, plannedLesson } from '../lesson/planned-lesson.ts';
import type { UnreadMessages } from './unread-messages.ts';

/** What was found in some messages. */
export interface FoundInMessages extends Pick<UnreadMessages, 'conversationId' | 'messages'> {
  readonly facts: readonly NewFact[];
  /** By the content of a fact that puts another right, the id of the wrong one. */
  readonly replaces: ReadonlyMap<string, string>;
  /** Why a message, or a part of it, taught nothing. */
  unsaidIn(messageId: string): readonly string[];
  /** Why the model is still to read them; `null`: it is not. */
  readonly waitsFor: WaitsFor | null;
  /** The model answered nothing that could be used: rules have read them instead. */
  readonly isUnusable: boolean;
  /** The TrustGraph flow that they were said in; `null`: none. */
  readonly flow: string | null;
  /** What the model was asked for all of them. */
  readonly usage: readonly ModelUsage[];
  /** What of the backlog ends with this reading; none: the messages are read for the first time. */
  readonly rows: readonly GraphNode[];
}

/** Why the model has not read a message that rules have read, as the caller who waits learns it. It never waits for more turns. */
const reasons: Readonly<Partial<Record<WaitsFor, string>>> = { model: 'model-away', tokens: 'tokens-spent' };

/** Commits the facts that messages teach, their notes, and what begins or ends of the backlog with them. */
export async function commitReading(
  found: FoundInMessages,
  context: Pick<EventContext<Config>, 'analysis' | 'clock' | 'config' | 'graph' | 'scope'>,
): Promise<Pick<PlannedLesson, 'created' | 'vouched' | 'replaced'>> {
  const { conversationId, messages, facts, replaces, unsaidIn, waitsFor, isUnusable, flow, usage, rows } = found;
  const { clock, config, graph, scope } = context;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const ids = messages.map(({ id }) => id);
  const [notes, nodes] = await Promise.all([readingsOf(graph, scope, 'facts', ids), graph.get(scope, ids)]);
  const isFirst = rows.length === 0;
  // Another process may have read some of them meanwhile, or a user deleted them.
  const read = messages.filter(
    ({ id }) => (!isFirst || isUnread(notes.get(id))) && nodes.some((node) => node.id === id && node.status === 'ACTIVE'),
  );
  const drafts = facts.filter(({ evidence }) => read.some(({ id }) => id === evidence?.message_id));
  const known = { made: rows.flatMap((row) => backlogOf(row).made), replaces };
  const lesson = await plannedLesson(drafts, known, { conversationId, flow }, context);
  const recordsOf = ({ id }: MessageSinceLastEnd): readonly ReadingRecord[] =>
    readingRecords(id, lesson.drafts, lesson.stored, lesson.vouched, unsaidIn(id));
  const noteOf = (message: MessageSinceLastEnd, index: number) => {
    const reason = isUnusable ? 'model-unusable' : waitsFor && reasons[waitsFor];
    const records = [...recordsOf(message), ...(reason ? [{ what: 'refused', id: '', reason } as const] : [])];
    const reading = { state: 'read', records, usage: index === 0 ? usage : [] } as const;
    return readingNode('facts', { id: message.id, conversationId }, reading, notes.get(message.id), at);
  };
  const backlog = (message: MessageSinceLastEnd): readonly NodeWrite[] => {
    if (waitsFor === null || !isFirst) return [];
    const made = recordsOf(message).flatMap(({ what, id }) => (what === 'learned' ? [id] : []));
    const turnsMs = config.LEARN_EVERY.waitMs;
    return [waitingNode('FactBacklog', { messageId: message.id, conversationId, flow }, { made, waitsFor, turnsMs }, now)];
  };
  const { change } = lesson;
  await graph.commit(scope, {
    ...change,
    nodes: [...change.nodes, ...read.map(noteOf), ...read.flatMap(backlog), ...rows.map((row) => doneBacklog(row, now))],
    // A message that is deleted meanwhile teaches nothing any more.
    expect: [
      ...change.expect,
      ...nodes.filter(({ id }) => read.some((each) => each.id === id)).map(({ id, version }) => ({ id, version })),
    ],
  });
  return lesson;
}

function isUnread(note: GraphNode | undefined): boolean {
  const reading = readingOf(note);
  return reading === null || reading.state === 'off';
}

import type { ModelUsage, Scope } from '@agent-mem/contract';
import { usageSum } from '@agent-mem/llm';
import {
  type FollowUpContext,
  lookUntil,
  type MessageReader,
  type MessageReading,
  readerOf,
  readingId,
  readingOf,
  workUntil,
} from '@agent-mem/service-kit';
import { type Graph, nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { learnedRecords, nothingLearned } from '../domain/learned-records.ts';
import { readMessage } from '../domain/message.ts';
import type { Answer, Request } from '../handler.ts';

type AppendMessages = Awaited<Answer<'append_messages'>>;

/** Waits until what was appended is read, or the caller's time for that is over, and adds what came of it to the answer. */
export async function withReadings(
  request: Request<'append_messages'>,
  answer: AppendMessages,
  context: FollowUpContext<Config>,
): Promise<AppendMessages> {
  if (!request.wait_ms) return answer;
  await context.accepted();
  const { clock, graph, scope } = context;
  const until = Math.min(clock.now() + request.wait_ms, workUntil(context, Number.MAX_SAFE_INTEGER));
  const appended = (answer.messages ?? []).flatMap(({ message_id }) => message_id ?? []);
  const notes = await notesOf(graph, scope, appended);
  const readings = await settledReadings(notes, until, context);
  const records = [...readings].flatMap(([messageId, { records }]) => {
    const reader = notes.get(messageId)?.reader ?? 'facts';
    return records.map((record) => ({ ...record, messageId, reader }));
  });
  const ids = [...new Set(records.map(({ id }) => id).filter((id) => id !== ''))];
  const pending = [...notes.keys()].filter((id) => !readings.has(id));
  const usage = [...readings.values()].reduce<readonly ModelUsage[]>((sum, each) => usageSum(sum, each.usage ?? []), []);
  const came = learnedRecords(records, await graph.get(scope, ids));
  const read = [...readings.keys()].map((id) => ({ id, reader: notes.get(id)?.reader ?? 'facts' }));
  return { ...answer, ...came, nothing_learned: nothingLearned(read, came), pending, usage };
}

/** Where a reader writes down what it has made of a message. */
interface Note {
  readonly reader: MessageReader;
  readonly id: string;
}

/** The note of each message that has a reader, by the message's id. */
async function notesOf(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, Note>> {
  const nodes = await graph.get(scope, messageIds);
  return new Map(
    nodes.flatMap((node) => {
      const reader = node.kind === 'Message' ? readerOf(readMessage(node)) : null;
      return reader ? [[node.id, { reader, id: readingId(reader, node.id) }] as const] : [];
    }),
  );
}

/** What was made of the messages by the end of the wait: it ends with the last of them. */
async function settledReadings(
  notes: ReadonlyMap<string, Note>,
  until: number,
  context: FollowUpContext<Config>,
): Promise<ReadonlyMap<string, MessageReading>> {
  const { graph, scope } = context;
  const noteIds = [...notes.values()].map(({ id }) => id);
  const look = async (): Promise<ReadonlyMap<string, MessageReading>> => {
    const nodes = await nodesById(graph, scope, noteIds);
    const readings = [...notes].flatMap(([messageId, { id }]) => {
      const reading = readingOf(nodes.get(id));
      return reading ? [[messageId, reading] as const] : [];
    });
    return new Map(readings);
  };
  const isOver = (readings: ReadonlyMap<string, MessageReading>) =>
    readings.size === notes.size && [...readings.values()].every(({ state }) => state !== 'read');
  return lookUntil({ ids: [...notes.keys()], until, look, isOver }, context);
}

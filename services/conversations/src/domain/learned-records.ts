import type { Init, LearnedRecord, NothingLearned } from '@agent-mem/contract';
import type { MessageReader, ReadingRecord } from '@agent-mem/service-kit';
import { type GraphNode, storedMembers } from '@agent-mem/storage';

/** The text by which a record is known: of a fact what it says, of an episode its goal. */
const known = storedMembers<{ readonly content: string; readonly goal: string }>(null, { content: '', goal: '' });

/** What each reader makes of messages. */
const kinds: Readonly<Record<MessageReader, string>> = { facts: 'fact', episodes: 'episode' };

type CameOfMessages = Readonly<Record<ReadingRecord['what'], readonly Init<LearnedRecord>[]>>;

/** Why a message teaches nothing, what says most first. Other reasons come after these. */
const tellingReasons = [
  'off',
  'quota',
  'sensitive',
  'category',
  'instructions',
  'known',
  'tokens-spent',
  'model-away',
  'model-unusable',
];

/** The messages of those that were read of which nothing came, each with the reason that says most. */
export function nothingLearned(
  read: readonly { readonly id: string; readonly reader: MessageReader }[],
  { learned, changed, refused }: CameOfMessages,
): readonly Init<NothingLearned>[] {
  const taught = new Set([...learned, ...changed].map(({ message_id }) => message_id));
  return read.flatMap(({ id, reader }) => {
    const reasons = refused.flatMap(({ message_id, reason }) => (message_id === id && reason ? [reason] : []));
    const reason = tellingReasons.find((each) => reasons.includes(each)) ?? reasons[0];
    // What it taught may be deleted since.
    return reason === undefined || taught.has(id) ? [] : [{ message_id: id, kind: kinds[reader], reason }];
  });
}

/** What came of messages, as it goes over the wire. What was learned and deleted or erased since is left out. */
export function learnedRecords(
  records: readonly (ReadingRecord & { readonly messageId: string; readonly reader: MessageReader })[],
  nodes: readonly GraphNode[],
): Readonly<Record<ReadingRecord['what'], Init<LearnedRecord>[]>> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const answered: Record<ReadingRecord['what'], Init<LearnedRecord>[]> = { learned: [], changed: [], refused: [] };
  for (const { what, id, reason, messageId, reader } of records) {
    const node = byId.get(id);
    const isGone = node === undefined || node.status === 'DELETED';
    if (id !== '' && isGone && what === 'learned') continue;
    const { content, goal } = known.read(isGone ? {} : node.properties);
    answered[what].push({ kind: kinds[reader], id, content: content || goal, message_id: messageId, reason: reason || null });
  }
  return answered;
}

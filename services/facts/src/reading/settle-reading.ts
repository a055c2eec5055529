import { usageSum } from '@agent-mem/llm';
import { type EventContext, type ReadingRecord, readingNode, readingOf, readingsOf, summedUsage } from '@agent-mem/service-kit';
import { everyStatus, type GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { mergedFrom } from '../domain/fact/fact-node.ts';
import { replacedByEdge } from '../domain/reconciliation/retired-node.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { replacingFact } from '../replacements.ts';

/** Facts that one new fact replaced which are reported. */
const mostReplaced = 50;

/** Compares what a message taught with what else is believed, and writes into its note what changed. Called again, it finds that done. */
export async function settleReading(messageId: string, context: EventContext<Config>): Promise<void> {
  const { clock, graph, scope } = context;
  const seen = (await readingsOf(graph, scope, 'facts', [messageId])).get(messageId);
  const reading = readingOf(seen);
  if (!seen || reading?.state !== 'read') return;
  // A reconciliation has an effect of its own: it must not be stored as that of the message's event.
  const asking = summedUsage(context);
  const compared = {
    ...asking.context,
    graph: { ...graph, commit: ((...[at, change]) => graph.commit(at, change)) as typeof graph.commit },
  };
  for (const { what, id } of reading.records) if (what !== 'refused') await reconcile(compared, id);

  const learned = reading.records.flatMap(({ what, id }) => (what === 'learned' ? [id] : []));
  const records: ReadingRecord[] = [];
  for (const record of reading.records) {
    if (record.what === 'learned') records.push(...(await settledRecords(record, learned, context)));
    else records.push(record);
  }
  const usage = usageSum(reading.usage ?? [], asking.usage());
  const message = { id: messageId, conversationId: seen.conversationId };
  const note = readingNode('facts', message, { state: 'settled', records, usage }, seen, new Date(clock.now()).toISOString());
  await graph.commit(scope, { nodes: [note] });
}

/** What has become of a new fact, and of those that gave way to it. */
async function settledRecords(
  record: ReadingRecord,
  learned: readonly string[],
  context: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<readonly ReadingRecord[]> {
  const { graph, scope } = context;
  const [node] = await graph.get(scope, [record.id]);
  if (!node) return [];
  const standing = node.status === 'ACTIVE' ? node : await replacingFact(graph, scope, node);
  if (!standing) return [record];
  const isMerged = mergedFrom(standing).includes(node.id);
  if (standing !== node && !isMerged)
    return learned.includes(standing.id) ? [] : [{ what: 'refused', id: standing.id, reason: 'known' }];
  const replaced = (await replacedBy(standing, context)).filter(({ id }) => !learned.includes(id));
  return [
    { ...record, id: standing.id },
    ...replaced.map(({ id }): ReadingRecord => ({ what: 'changed', id, reason: isMerged ? 'merged' : 'superseded' })),
  ];
}

async function replacedBy(
  { id }: GraphNode,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<readonly GraphNode[]> {
  const query = { kinds: [replacedByEdge], direction: 'in', statuses: everyStatus, limit: mostReplaced } as const;
  return (await graph.neighbours(scope, id, query)).items.map(({ node }) => node);
}

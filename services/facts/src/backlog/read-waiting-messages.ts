import { backlogOf, doneBacklog, type EventContext, postpone, summedUsage } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { storeReading } from '../reading/read-messages.ts';
import { modelStatementsOf } from '../reading/said-statements.ts';
import { saidBefore, saidMessage } from '../reading/unread-messages.ts';
import { flowOfRows } from './waiting-rows.ts';

/** Has the model read messages of a conversation that rules have read, with one question. */
export async function readWaitingMessages(rows: readonly GraphNode[], context: EventContext<Config>): Promise<void> {
  const { clock, graph, scope } = context;
  const nodes = await graph.get(
    scope,
    rows.flatMap((row) => backlogOf(row).messageId ?? []),
  );
  const there = nodes
    .filter(({ kind, status }) => kind === 'Message' && status === 'ACTIVE')
    .toSorted((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
  const end = async () => void (await graph.commit(scope, { nodes: rows.map((row) => doneBacklog(row, clock.now())) }));
  const [first] = there;
  // They may be deleted by now.
  if (!first) return end();
  const unread = {
    conversationId: first.conversationId ?? '',
    messages: there.map(saidMessage),
    before: await saidBefore(first, context),
  };
  const made = rows.flatMap((row) => backlogOf(row).made);
  const asking = summedUsage(context);
  const { value, waitsFor } = await modelStatementsOf(unread, made, asking.context);
  if (waitsFor !== null) return postpone(rows, waitsFor, context);
  if (value === null) return end();
  const beside = { waitsFor: null, isUnusable: false, flow: flowOfRows(rows), rows, usage: asking.usage() };
  await storeReading(unread, value.statements, beside, context);
}

import { invoke, startFleet, type TestFleet } from '@agent-mem/testing';
import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { seededTexts } from '../seeded-texts.ts';
import { timed } from '../timed.ts';

const scope = { workspace: 'bench', user: 'someone', collection: 'context' };
const conversation_id = 'long';
const atOnce = 100;
const invocations = 100;

/** Fills one conversation with so many messages on SQLite, and times what an agent asks of it, one call at a time. Answers the table. */
export async function measureSpeed(messages: number, calls: number): Promise<string> {
  const texts = seededTexts(17);
  await using fleet = await startFleet({ bus: 'sqlite' });
  const { caller } = fleet;
  const messageOf = (number: number) => ({
    role: number % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: texts.text(number),
    timestamp: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  });
  for (let from = 0; from < messages; from += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, messages - from) }, (_, index) => messageOf(from + index));
    await caller.call('conversations', 'append_messages', { ...scope, conversation_id, messages: batch }, { timeoutMs: 120_000 });
  }
  await fleet.settled();

  const queryOf = (index: number) => texts.question((index * 7_919) % messages);
  const operations: Readonly<Record<string, (index: number) => Promise<unknown>>> = {
    'conversations.AppendMessage': (index) =>
      caller.call('conversations', 'append_message', { ...scope, conversation_id, ...messageOf(messages + index) }),
    'conversations.Search': (index) =>
      caller.call('conversations', 'search', { ...scope, conversation_id, query: queryOf(index) }),
    'conversations.BuildContext': (index) =>
      caller.call('conversations', 'build_context', { ...scope, conversation_id, query: queryOf(index), max_tokens: 2_000 }),
    'BuildContext with other conversations': (index) =>
      caller.call('conversations', 'build_context', {
        ...{ ...scope, conversation_id, query: queryOf(index) },
        ...{ max_tokens: 2_000, other_conversations: true },
      }),
  };
  const rows: (string | number)[][] = [];
  for (const [name, operation] of Object.entries(operations)) {
    await timed(calls, operation);
    const { ms, cpuMs } = await timed(calls, (index) => operation(calls + index));
    rows.push([messages.toLocaleString('en'), name, ...[0.5, 0.95].map((share) => short(percentile(ms, share))), short(cpuMs)]);
  }
  const within = await shownWithinDeadline(fleet, queryOf);
  const shown = `Of ${invocations} invocations in it, ${within} show BuildContext in their receipts, within the memory deadline.`;
  return `${table(['messages', 'operation', 'p50 ms', 'p95 ms', 'CPU ms'], rows)}\n${shown}\n`;
}

/** How many of the invocations were shown their conversation by BuildContext in time; one that was late has an error there, or nothing. */
async function shownWithinDeadline({ caller }: Pick<TestFleet, 'caller'>, queryOf: (index: number) => string): Promise<number> {
  let within = 0;
  for (let index = 0; index < invocations; index += 1) {
    const { receipt } = await invoke(caller, { ...scope, conversation_id, question: queryOf(index) });
    const tier = receipt?.tiers.conversation;
    if (tier && !tier.error && tier.items.length > 0) within += 1;
  }
  return within;
}

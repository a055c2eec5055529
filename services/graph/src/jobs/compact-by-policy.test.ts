import { scriptedChatModel } from '@agent-mem/llm';
import type { JobContext } from '@agent-mem/service-kit';
import type { NodeWrite } from '@agent-mem/storage';
import { defaultScope as scope, turnedClock } from '@agent-mem/testing';
import { loneService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import type { Config } from '../config.ts';
import { graphService } from '../service.ts';
import { compactionJob } from './compact-by-policy.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const node = (id: string, minute: number, rest: Partial<NodeWrite> & Pick<NodeWrite, 'kind'>): NodeWrite => ({
  ...{ id, createdAt: at(minute), updatedAt: at(minute), properties: {}, expectedVersion: 0 },
  ...rest,
});

async function opened(set: Partial<Config>) {
  const clock = turnedClock();
  const chatModel = scriptedChatModel(() => 'A summary.');
  const lone = loneService(graphService, { clock, chatModel, summaryModel: chatModel });
  const context = { ...lone.context, config: { ...(lone.context.config as Config), ...set } } as JobContext<Config>;
  const messages = Array.from({ length: 10 }, (_, index) =>
    node(`msg_${index}`, index, {
      kind: 'Message',
      conversationId: 'c1',
      ordinal: index + 1,
      properties: { content: `said ${index}` },
    }),
  );
  const facts = Array.from({ length: 10 }, (_, index) =>
    node(`fact_${index}`, index, { kind: 'Fact', weight: index / 10, properties: { content: `fact ${index}` } }),
  );
  const task = { message_ids: ['msg_0', 'msg_1', 'msg_2', 'msg_3'] };
  await lone.ports.graph.commit(scope, {
    nodes: [
      node('conv_c1', 0, { kind: 'Conversation', conversationId: 'c1' }),
      node('inv_1', 0, { kind: 'Invocation', conversationId: 'c1', properties: task }),
      ...messages,
      ...facts,
    ],
  });
  const jobs = async () => {
    const { items } = await lone.ports.graph.find(scope, { kinds: ['Job'], order: 'createdAt', limit: 10 });
    return items.map(({ properties }) => (properties.input as { readonly node_ids: readonly string[] }).node_ids);
  };
  const end = async (status: 'failed' | 'cancelled') => {
    const { items } = await lone.ports.graph.find(scope, { kinds: ['Job'], order: 'createdAt', limit: 10 });
    for (const { version, ...job } of items) {
      const properties = { ...job.properties, status };
      const updatedAt = new Date(clock.now()).toISOString();
      await lone.ports.graph.commit(scope, { nodes: [{ ...job, properties, updatedAt, expectedVersion: version }] });
    }
  };
  const { graph } = context;
  const job = compactionJob();
  const [finds, gets] = [vi.spyOn(graph, 'find'), vi.spyOn(graph, 'get')];
  /** How many nodes were read since it was asked before. */
  const read = () => {
    const pages = finds.mock.settledResults.map(({ value }) => value.items);
    const count = [...pages, ...gets.mock.settledResults.map(({ value }) => value)].flat().length;
    for (const spy of [finds, gets]) spy.mockClear();
    return count;
  };
  return {
    clock,
    graph,
    jobs,
    end,
    read,
    run: () => job.run(context),
    takeOver: () => compactionJob().run(context),
    lines: lone.lines,
  };
}

test('policies are off by default', async () => {
  const { jobs, run } = await opened({});
  await run();
  expect(await jobs()).toEqual([]);
});

test('what was said in an invocation is compacted so many hours after its end, once', async () => {
  const { clock, jobs, run } = await opened({ COMPACT_TASKS: 'on', COMPACT_TASKS_AFTER_HOURS: 2 });
  await run();
  expect(await jobs()).toEqual([]);
  await clock.advance(3 * 3_600_000);
  await run();
  await run();
  expect(await jobs()).toEqual([['msg_0', 'msg_1', 'msg_2', 'msg_3']]);
});

test('what was looked at is not read again each hour, and what comes is found', async () => {
  const set = { COMPACT_TASKS: 'on', COMPACT_TASKS_AFTER_HOURS: 1, COMPACT_CONVERSATIONS: 'on', COMPACT_CONVERSATIONS_OVER: 9 };
  const { clock, graph, jobs, run, takeOver, read } = await opened(set);
  const many = Array.from({ length: 300 }, (_, index) =>
    node(`inv_more_${index}`, 0, { kind: 'Invocation', properties: { message_ids: [] } }),
  );
  await graph.commit(scope, { nodes: many });
  await clock.advance(2 * 3_600_000);
  await run();
  expect(await jobs()).toEqual([['msg_0', 'msg_1', 'msg_2', 'msg_3']]);
  expect(read()).toBeGreaterThan(300);
  await clock.advance(3_600_000);
  await run();
  // One page of each kind, whose first is old, and no node of any.
  expect(read()).toBeLessThanOrEqual(101);
  const properties = { message_ids: ['msg_4', 'msg_5', 'msg_6', 'msg_7'] };
  const at = new Date(clock.now()).toISOString();
  await graph.commit(scope, {
    nodes: [{ ...node('inv_2', 0, { kind: 'Invocation', properties }), createdAt: at, updatedAt: at }],
  });
  await clock.advance(3_600_000);
  await run();
  expect(await jobs()).toContainEqual(properties.message_ids);
  // Twice a day all of it.
  read();
  await clock.advance(10 * 3_600_000);
  await run();
  expect(read()).toBeGreaterThan(300);
  // As does a host that takes over.
  await run();
  read();
  await takeOver();
  expect(read()).toBeGreaterThan(300);
});

test('the oldest messages of a long conversation, and the least relevant facts of a full scope, are compacted', async () => {
  const set = { COMPACT_CONVERSATIONS: 'on', COMPACT_CONVERSATIONS_OVER: 5, COMPACT_FACTS: 'on', COMPACT_FACTS_OVER: 4 };
  const { jobs, run } = await opened(set);
  await run();
  const started = await jobs();
  expect(started.map((ids) => ids.toSorted()).toSorted()).toEqual([
    ['fact_0', 'fact_1', 'fact_2', 'fact_3', 'fact_4', 'fact_5'],
    ['msg_0', 'msg_1', 'msg_2', 'msg_3', 'msg_4'],
  ]);
});

test.each([
  ['failed', 2],
  ['cancelled', 1],
] as const)('of what has %s there are %i jobs a day later', async (status, count) => {
  const { clock, end, jobs, run } = await opened({ COMPACT_FACTS: 'on', COMPACT_FACTS_OVER: 4 });
  await run();
  await end(status);
  await clock.advance(23 * 3_600_000);
  await run();
  expect(await jobs()).toHaveLength(1);
  await clock.advance(3_600_000);
  await run();
  await run();
  expect(await jobs()).toHaveLength(count);
});

test('a dry run starts nothing and logs how much it would be', async () => {
  const { jobs, lines, run } = await opened({ COMPACT_FACTS: 'dry-run', COMPACT_FACTS_OVER: 4 });
  await run();
  expect(await jobs()).toEqual([]);
  expect(JSON.stringify(lines)).toContain('"policy":"facts","nodes":6');
});

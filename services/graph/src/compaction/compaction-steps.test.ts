import { OperationError } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { checkStores } from '@agent-mem/maintenance';
import { createModelAbsence, type EventContext, isEnded, type Job, liveJob, startJob } from '@agent-mem/service-kit';
import type { Graph, NodeWrite } from '@agent-mem/storage';
import { defaultScope as scope } from '@agent-mem/testing';
import { loneService } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { graphService } from '../service.ts';
import { compactionKind } from './compaction-job.ts';
import { takeCompactionSlice } from './take-compaction-slice.ts';
import { undoDueCompaction } from './undo-compaction.ts';

type Context = EventContext<Config>;
const at = '2026-05-07T10:00:00.000Z';
const names = ['one', 'two', 'three'].map((name) => `ent_${name}`);

function entity(id: string): NodeWrite {
  const properties = { name: id, content: `The ticket OPS-${id.length} was opened by ${id} in Lisbon` };
  return { id, kind: 'Entity', createdAt: at, updatedAt: at, indexedVersion: 0, properties, expectedVersion: 0 };
}

async function opened(ids: readonly string[] = names) {
  const chatModel = scriptedChatModel(() => 'The tickets of Lisbon were opened.');
  const { context: raw, ports } = loneService(graphService, { chatModel, summaryModel: chatModel });
  const context = { ...raw, scope } as Context;
  await ports.graph.commit(scope, { nodes: ids.map(entity) });
  await context.index(scope, ids);
  const plan = { service: 'graph', kind: compactionKind, subject: null, conversationIds: [], waitingClient: null } as const;
  const job = await startJob({ ...plan, input: { node_ids: [...ids] } }, context);
  const stored = async () => liveJob((await ports.graph.get(scope, [job.id]))[0]) as Job;
  const problems = async () => {
    const found = [];
    for await (const each of checkStores({ services: [graphService], ports: { ...ports, clock: soon }, scope })) found.push(each);
    return found;
  };
  const statuses = async () => (await ports.graph.get(scope, ids)).map(({ status }) => status);
  const summaries = async () => (await ports.graph.find(scope, { kinds: ['Summary'], order: 'createdAt', limit: 10 })).items;
  return { context, ports, stored, problems, statuses, summaries };
}

/** What settles needs no time here: nothing else runs. */
const soon = { now: () => Date.parse(at), sleep: () => Promise.resolve() } as unknown as Context['clock'];

/** The Graph and the index of a process that dies before or after its nth step: from then on it does nothing more. */
function dying(context: Context, deadline: { left: number }, dies: 'before' | 'after'): Context {
  const dead = () => Promise.reject(new OperationError('internal', 'the process is dead'));
  const step = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    deadline.left -= 1;
    if (deadline.left < 0 || (deadline.left === 0 && dies === 'before')) return dead();
    const value = await act();
    return deadline.left === 0 ? dead() : value;
  };
  const { graph, index, searchIndex } = context;
  return {
    ...context,
    // What it held in its memory is gone with it.
    modelAbsence: createModelAbsence(context.clock),
    graph: {
      ...graph,
      commit: (...asked) => step(() => graph.commit(...asked)),
      get: (...asked) => step(() => graph.get(...asked)),
      find: (...asked) => step(() => graph.find(...asked)),
    },
    searchIndex: {
      ...searchIndex,
      delete: (...asked: Parameters<typeof searchIndex.delete>) => step(() => searchIndex.delete(...asked)),
    },
    index: (...asked) => step(() => index(...asked)),
  } as Context;
}

async function work(taken: Job, context: Context): Promise<Job> {
  let job = taken;
  while (!isEnded(job)) job = await takeCompactionSlice(job, context);
  return job;
}

test.each(['before', 'after'] as const)(
  'a process that dies %s any step of a compaction leaves the originals or their summary, and another ends it',
  async (dies) => {
    let died = 0;
    for (let step = 1; ; step += 1) {
      const { context, ports, stored, problems, statuses, summaries } = await opened();
      const deadline = { left: step };
      await work(await stored(), dying(context, deadline, dies)).catch(() => undefined);
      if (deadline.left > 0) break;
      died += 1;
      const between = await statuses();
      expect(new Set(between).size).toBe(1);
      expect((await summaries()).length).toBe(between[0] === 'ARCHIVED' ? 1 : 0);
      expect((await problems()).filter(({ problem }) => !problem.startsWith('document-'))).toEqual([]);
      const ended = await work(await stored(), context);
      expect(ended).toMatchObject({ status: 'done', result: { nodes: '3' } });
      // What the dead process had not indexed any more, the service's job does.
      const behind = [...names, ...(await summaries()).map(({ id }) => id)];
      await context.index(scope, behind);
      expect([await statuses(), (await summaries()).length, await problems()]).toEqual([Array(3).fill('ARCHIVED'), 1, []]);
      expect((await ports.graph.find(scope, { kinds: ['Job'], order: 'createdAt', limit: 10 })).items).toHaveLength(1);
    }
    expect(died).toBeGreaterThanOrEqual(5);
  },
);

test('what a summary stands for is out of the index when the compaction ends, and the summary when it is undone', async () => {
  const { context, ports, stored, summaries } = await opened();
  await work(await stored(), context);
  const [summary] = await summaries();
  if (!summary) throw new Error('There is no summary');
  const indexed = async () => (await ports.searchIndex.get(scope, [...names, summary.id])).map(({ id }) => id);
  expect(await indexed()).toEqual([summary.id]);
  await undoDueCompaction({ scope, node: summary }, { ...context, indexByOwners: context.index });
  expect(await indexed()).toEqual(names);
});

test('a node that is changed while it is summarised leaves all of them, with the reason on the job', async () => {
  const { context, ports, stored, statuses, summaries } = await opened();
  const begun = await takeCompactionSlice(await stored(), context);
  await changed(ports.graph, 'ent_two');
  expect(await takeCompactionSlice(begun, context)).toMatchObject({
    status: 'failed',
    error: 'ent_two was changed while it was summarised: nothing is archived',
  });
  expect([await statuses(), await summaries()]).toEqual([Array(3).fill('ACTIVE'), []]);
});

test('a node that goes before the first slice leaves all of them', async () => {
  const { context, ports, stored, summaries } = await opened();
  await changed(ports.graph, 'ent_two', 'DELETED');
  expect(await takeCompactionSlice(await stored(), context)).toMatchObject({
    status: 'failed',
    error: 'ent_two is not active any more: nothing is archived',
  });
  expect(await summaries()).toEqual([]);
});

async function changed(graph: Graph, id: string, status: 'ACTIVE' | 'DELETED' = 'ACTIVE'): Promise<void> {
  const [node] = await graph.get(scope, [id]);
  if (!node) throw new Error(`${id} is gone`);
  const { version, ...seen } = node;
  await graph.commit(scope, { nodes: [{ ...seen, status, weight: 0.3, expectedVersion: version }] });
}

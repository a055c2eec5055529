import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, OperationError, replyTopic, scopeOf } from '@agent-mem/contract';
import { createRequestObserver } from '@agent-mem/observability';
import { createMemoryGraph, type Graph } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { loneService, memoryPorts, notesService, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import type { EventContext } from '../context.ts';
import { jobTurnsJob } from '../due-job.ts';
import { duePipeline } from '../pipeline/due.ts';
import { ownGraph } from '../pipeline/own-graph.ts';
import type { AnyService, JobHandler } from '../service.ts';
import { type Job, liveJob } from './job.ts';
import {
  cancelJob,
  failJob,
  finishJob,
  type JobWritingContext,
  jobVariables,
  pauseJob,
  progress,
  startJob,
} from './work-on-job.ts';

type Context = EventContext<JobWritingContext['config']>;
const at = '2026-01-01T12:00:00.000Z';
const plan = {
  service: 'facts',
  kind: 'count',
  subject: 'c1',
  conversationIds: ['c1'],
  input: { to: 3 },
  waitingClient: null,
} as const;

/** A service whose job writes one node a slice, and then ends. */
const counting: JobHandler<Context['config']> = async (job, context) => {
  const done = Number(job.memo.done ?? 0);
  if (done === job.input.to) return finishJob(job, { counted: String(done) }, context);
  const node = {
    id: `fact_${job.id}_${done}`,
    kind: 'Fact',
    createdAt: at,
    updatedAt: at,
    properties: {},
    expectedVersion: 0,
  } as const;
  await context.graph.get(scope, [node.id]);
  return progress(job, { progress: (done + 1) / 4, memo: { done: done + 1 } }, context, { nodes: [node] });
};

function opened(
  takeSlice: JobHandler<Context['config']> = counting,
  { clock = turnedClock(), graph }: { readonly clock?: Clock; readonly graph?: Graph } = {},
) {
  const service: AnyService = {
    ...notesService,
    variables: { ...notesService.variables, ...jobVariables },
    jobs: { count: takeSlice as JobHandler<unknown> },
  };
  const ports = memoryPorts({ clock });
  const lone = loneService(service, { clock, ...(graph && { graph: graph as typeof ports.graph }) });
  const observer = createRequestObserver(lone.context.log, lone.metrics);
  const turns = jobTurnsJob(service, duePipeline(service, lone.context, observer), lone.context.jobWaker);
  const bound = ownGraph(lone.context.graph, service, { effect: null, traceparent: null });
  const context = { ...lone.context, scope, graph: bound } as Context;
  const stored = async (id: string) => liveJob((await lone.context.graph.get(scope, [id]))[0]);
  const facts = async () =>
    (await lone.context.graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 100 })).items.length;
  return { ...lone, context, stored, facts, run: () => turns.run(lone.context) };
}

test('a job that starts has its service look at its jobs at once', async () => {
  const { context } = opened();
  const look = context.jobWaker.sleep(1_000, context.signal).then(() => 'looked');
  await startJob(plan, context);
  expect(await Promise.race([look, nextTurn('waits')])).toBe('looked');
});

test('a job is worked on in slices until it has ended, and holds its result and nothing of what it was to do', async () => {
  const seen: number[] = [];
  const { context, stored, facts, run } = opened(async (job, own) => {
    const after = await counting(job, own);
    seen.push(after.progress);
    return after;
  });
  const job = await startJob(plan, context);
  expect(await stored(job.id)).toMatchObject({ status: 'queued', progress: 0, subject: 'c1', input: { to: 3 } });
  await run();
  const ended = await stored(job.id);
  expect(ended).toMatchObject({ status: 'done', progress: 1, result: { counted: '3' } });
  expect([ended?.input, ended?.memo]).toEqual([{}, {}]);
  expect([seen, await facts()]).toEqual([[0.25, 0.5, 0.75, 1], 3]);
  await run();
  expect(seen).toHaveLength(4);
});

test('a job that is started twice by one id is one job', async () => {
  const { context, stored, run } = opened();
  const first = await startJob({ ...plan, id: 'job_1' }, context);
  expect(await startJob({ ...plan, id: 'job_1', subject: 'other' }, context)).toEqual(first);
  await run();
  expect(await startJob({ ...plan, id: 'job_1' }, context)).toEqual(await stored('job_1'));
  expect(await stored('job_1')).toMatchObject({ status: 'done' });
});

test('a job that is cancelled stops at its next slice: the slice under way has no effect', async () => {
  let slices = 0;
  const { context, lines, stored, facts, run } = opened(async (job, own) => {
    slices += 1;
    if (slices === 2) await cancelJob((await stored(job.id)) as Job, own);
    return counting(job, own);
  });
  const job = await startJob(plan, context);
  await run();
  await run();
  const ended = (await stored(job.id)) as Job;
  expect(ended).toMatchObject({ status: 'cancelled', progress: 0.25 });
  expect([ended.input, ended.memo]).toEqual([{}, {}]);
  expect([slices, await facts()]).toEqual([2, 1]);
  expect(lines.filter(({ msg }) => msg === 'A slice of a job failed')).toEqual([]);
  expect(await cancelJob(ended, context)).toBe(ended);
});

test('a slice that fails in a way that may pass comes again after a pause; one that cannot pass ends the job', async () => {
  const clock = turnedClock();
  let failures = 2;
  const { context, stored, run } = opened(
    (job, own) => (failures-- > 0 ? Promise.reject(new OperationError('unavailable', 'away')) : counting(job, own)),
    { clock },
  );
  const passing = await startJob(plan, context);
  await run();
  expect(await stored(passing.id)).toMatchObject({ status: 'queued', attempts: 1, error: 'away' });
  await run();
  expect(failures).toBe(1);
  await clock.advance(1_000);
  await run();
  await clock.advance(2_000);
  await run();
  expect(await stored(passing.id)).toMatchObject({ status: 'done', error: null });

  const refused = opened(() => Promise.reject(new OperationError('failed-precondition', 'there is nothing to count')));
  const failing = await startJob(plan, refused.context);
  await refused.run();
  expect(await refused.stored(failing.id)).toMatchObject({ status: 'failed', error: 'there is nothing to count', input: {} });
});

test('a stop ends a job between two slices, or fails the one under way, and neither counts as an attempt', async () => {
  let slices = 0;
  const interrupted = opened(async (job, own) => {
    slices += 1;
    const after = await counting(job, own);
    interrupted.stop.abort();
    return after;
  });
  const between = await startJob(plan, interrupted.context);
  await interrupted.run().catch(() => undefined);
  expect(slices).toBe(1);
  expect(await interrupted.stored(between.id)).toMatchObject({ status: 'running', progress: 0.25, attempts: 0, error: null });

  const failing = opened(() => {
    failing.stop.abort();
    return Promise.reject(new OperationError('unavailable', 'the process stops'));
  });
  const underWay = await startJob(plan, failing.context);
  await failing.run().catch(() => undefined);
  expect(await failing.stored(underWay.id)).toMatchObject({ status: 'queued', attempts: 0, error: null });
});

test('a job gives way after a second, and one that waits for somebody else at once', async () => {
  const clock = turnedClock();
  const slices: string[] = [];
  const { context, run } = opened(
    async (job, own) => {
      slices.push(String(job.subject));
      if (job.subject === 'waits') return pauseJob(job, { progress: 0.5, memo: {} }, own, 60_000);
      await clock.advance(600);
      return progress(job, { progress: 0.5, memo: {} }, own);
    },
    { clock },
  );
  await startJob({ ...plan, subject: 'long' }, context);
  await run();
  expect(slices).toEqual(['long', 'long']);
  await startJob({ ...plan, subject: 'waits' }, context);
  await run();
  expect(slices.filter((subject) => subject === 'waits')).toHaveLength(1);
});

test('a job that is cancelled while it waits after a failure has no error of its own', async () => {
  const { context, stored, run } = opened(() => Promise.reject(new OperationError('unavailable', 'away')));
  const job = await startJob(plan, context);
  await run();
  await cancelJob((await stored(job.id)) as Job, context);
  expect(await stored(job.id)).toMatchObject({ status: 'cancelled', error: null });
});

test('a job that its service fails is logged once, with its kind and the reason', async () => {
  const { context, lines, run } = opened((job, own) => failJob(job, 'the counter answered 400', own));
  const { id } = await startJob(plan, context);
  await run();
  await run();
  const warned = { job: id, kind: 'count', error: 'the counter answered 400', msg: 'A job failed' };
  expect(lines.filter(({ level }) => level === 40)).toEqual([expect.objectContaining(warned)]);
});

test('a job whose slices fail again and again ends with the reason', async () => {
  const clock = turnedClock();
  const { context, lines, stored, run } = opened(() => Promise.reject(new OperationError('unavailable', 'away')), { clock });
  const job = await startJob(plan, context);
  for (let attempt = 0; attempt < 10; attempt++) {
    await run();
    await clock.advance(300_000);
  }
  expect(await stored(job.id)).toMatchObject({ status: 'failed', error: 'away' });
  expect(lines.filter(({ msg }) => msg === 'A job failed')).toHaveLength(1);
});

test('the job of another service is left to it, and one of a kind that this version does not know waits', async () => {
  const { context, ports, stored, run } = opened();
  const foreign = { ...plan, service: 'episodes' } as const;
  await expect(startJob(foreign, context)).rejects.toMatchObject({ type: 'permission-denied' });
  const others = {
    ...context,
    graph: ownGraph(ports.graph, { name: 'episodes', owns: [] }, { effect: null, traceparent: null }),
  };
  const left = await startJob(foreign, others);
  const unknown = await startJob({ ...plan, kind: 'later' }, context);
  await run();
  expect(await stored(left.id)).toMatchObject({ status: 'queued', attempts: 0 });
  expect(await stored(unknown.id)).toMatchObject({ status: 'queued', attempts: 1 });
});

test('a job expires a week after its end, and nothing of its result is left', async () => {
  const clock = turnedClock();
  const { context, ports, stored, run } = opened(counting, { clock });
  const job = await startJob(plan, context);
  await run();
  await clock.advance(7 * 86_400_000 - 1);
  await run();
  expect(await stored(job.id)).toMatchObject({ status: 'done' });
  await clock.advance(1);
  await run();
  expect(await stored(job.id)).toBeNull();
  const [node] = await ports.graph.get(scope, [job.id]);
  expect(node).toMatchObject({ status: 'EXPIRED', dueAt: null });
  expect(JSON.stringify(node?.properties)).not.toContain('counted');
});

test('with JOB_TTL_DAYS 0 a job that has ended stays', async () => {
  const { context, ports } = opened();
  const job = await startJob(plan, context);
  await finishJob(job, { counted: '3' }, { ...context, config: { JOB_TTL_DAYS: 0 } });
  expect(await ports.graph.get(scope, [job.id])).toMatchObject([{ status: 'ACTIVE', dueAt: null }]);
});

test('the end of a job is noticed where an instance waits for it, and only there', async () => {
  const { context } = opened();
  const published = vi.spyOn(context.bus, 'publish');
  for (const waitingClient of ['client-1', null])
    await finishJob(await startJob({ ...plan, waitingClient }, context), {}, context);
  expect(published.mock.calls.map(([topic]) => topic)).toEqual([replyTopic('client-1')]);
});

/** The Graph of a process that dies before or after its nth write or read: from then on it does nothing more. */
function dyingAt(graph: Graph, deadline: { left: number; readonly after: boolean }): Graph {
  const dead = () => Promise.reject(new OperationError('unavailable', 'the process is dead'));
  const step = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    deadline.left -= 1;
    if (deadline.left < 0 || (deadline.left === 0 && !deadline.after)) return dead();
    const value = await act();
    return deadline.left === 0 ? dead() : value;
  };
  return {
    ...graph,
    commit: (...asked) => step(() => graph.commit(...asked)),
    get: (...asked) => step(() => graph.get(...asked)),
  };
}

test.each([
  ['before', false],
  ['after', true],
])(
  'a process that dies %s any read or write of a job leaves a job that another ends, with each effect once',
  async (_, after) => {
    let died = 0;
    for (let at = 1; ; at++) {
      const clock = turnedClock();
      const graph = createMemoryGraph({ clock });
      const healthy = opened(counting, { clock, graph });
      const job = await startJob(plan, healthy.context);
      const deadline = { left: at, after };
      const dying = opened(counting, { clock, graph: dyingAt(graph, deadline) });
      await dying.run().catch(() => undefined);
      if (deadline.left > 0) break;
      died += 1;
      await clock.advance(300_000);
      await healthy.run();
      expect(await healthy.stored(job.id)).toMatchObject({ status: 'done', result: { counted: '3' } });
      expect(await healthy.facts()).toBe(3);
    }
    // A read and three commits with a look before each, and the end.
    expect(died).toBeGreaterThanOrEqual(8);
  },
);

test('users are served in turn, also one whose job comes beside a group of another', async () => {
  const ben = scopeOf({ ...scope, user: 'ben' });
  const served: string[] = [];
  const { context, run } = opened(async (job, own) => {
    served.push(own.scope.user);
    if (served.length === 1) await startJob(plan, { ...context, scope: ben });
    return finishJob(job, {}, own);
  });
  for (let index = 0; index < 12; index += 1) await startJob({ ...plan, subject: `c${index}` }, context);
  await run();
  expect(served).toHaveLength(13);
  expect(served.indexOf('ben')).toBe(4);
});

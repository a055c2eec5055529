import { createRequestObserver } from '@agent-mem/observability';
import { type Status, VersionConflict, type WaitingNode } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { loneService, notesService, scope } from '@agent-mem/testing/kit';
import { expect, test } from 'vitest';
import { dueJob } from './due-job.ts';
import { duePipeline } from './pipeline/due.ts';
import type { AnyService } from './service.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

/** A service whose facts fall due, and what its handler was called with. */
function opened(handle: (due: WaitingNode, done: () => Promise<unknown>) => Promise<unknown>) {
  const clock = turnedClock();
  const seen: string[] = [];
  const service: AnyService = {
    ...notesService,
    due: {
      async Fact(due, { graph }) {
        seen.push(`${due.node.id} ${due.node.version}`);
        const { version, ...node } = due.node;
        await handle(due, () => graph.commit(due.scope, { nodes: [{ ...node, dueAt: null, expectedVersion: version }] }));
      },
    },
  };
  const lone = loneService(service, { clock });
  const { context, ports, metrics } = lone;
  const job = dueJob(service, duePipeline(service, context, createRequestObserver(context.log, metrics)));
  const write = (id: string, dueAt: string | null, status: Status = 'ACTIVE') =>
    ports.graph.commit(scope, {
      nodes: [{ id, kind: 'Fact', status, createdAt: at(0), updatedAt: at(0), dueAt, properties: {} }],
    });
  return { clock, seen, lone, write, run: () => job.run(context) };
}

test('what fell due is taken once, the longest overdue first, and nothing before its time', async () => {
  const { clock, seen, write, run } = opened((_, done) => done());
  for (const [id, second] of [
    ['c', 5],
    ['b', 0],
    ['a', 0],
    ['d', 9],
  ] as const)
    await write(id, at(second));
  await run();
  expect(seen).toEqual(['a 1', 'b 1']);
  await clock.advance(5_000);
  await run();
  await run();
  expect(seen).toEqual(['a 1', 'b 1', 'c 1']);
});

test('more than a page is taken in one run', async () => {
  const { seen, write, run } = opened((_, done) => done());
  for (let n = 0; n < 250; n++) await write(`n${n}`, at(0));
  await run();
  expect(new Set(seen).size).toBe(250);
});

test('one that fails comes again later, at growing intervals, and holds up no other', async () => {
  const { clock, seen, lone, write, run } = opened(({ node }, done) =>
    node.id.startsWith('bad') ? Promise.reject(new Error('no')) : done(),
  );
  for (let n = 0; n < 120; n++) await write(`bad ${n}`, at(0));
  await write('good', at(0));
  await run();
  expect(seen).toHaveLength(121);
  await run();
  expect(seen).toHaveLength(121);
  await clock.advance(1_000);
  await run();
  expect(seen).toHaveLength(241);
  await clock.advance(900);
  await run();
  expect(seen).toHaveLength(241);
  expect(lone.lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(240);
});

test('one that meets another writer is taken again with the newest version, or not at all when it is due no more or deleted', async () => {
  const { seen, write, run } = opened(async ({ node }, done) => {
    if (node.version === 1) {
      await write(node.id, node.id === 'later' ? at(60) : at(0), node.id === 'deleted' ? 'DELETED' : 'ACTIVE');
      throw new VersionConflict([node.id]);
    }
    await done();
  });
  await write('now', at(0));
  await write('later', at(0));
  await write('deleted', at(0));
  await run();
  expect(seen).toEqual(['deleted 1', 'later 1', 'now 1', 'now 2']);
});

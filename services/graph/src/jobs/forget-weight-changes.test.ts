import { dayMs } from '@agent-mem/contract';
import { userScope } from '@agent-mem/policy';
import { takeLease } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import { defaultScope as scope, turnedClock } from '@agent-mem/testing';
import { loneService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import type { Config } from '../config.ts';
import { graphService } from '../service.ts';
import { forgetWeightChanges } from './forget-weight-changes.ts';

function opened(given: Partial<Config>) {
  const clock = turnedClock();
  const { context, stop } = loneService(graphService, { clock });
  const { graph, keyValue, log } = context;
  const config = { ...(context.config as Config), WEIGHT_HISTORY_DAYS: 30, ...given };
  const run = () => forgetWeightChanges({ ...(context as ServiceContext<Config>), config });
  /** Stores changes of weights that come so many days after the first. */
  const change = async (...days: readonly number[]) => {
    const times = days.map((day) => new Date(clock.now() + day * dayMs).toISOString());
    const nodes = times.map(
      (at, index) =>
        ({
          id: `change_${index}`,
          kind: 'WeightChange',
          createdAt: at,
          updatedAt: at,
          properties: {},
          expectedVersion: 0,
        }) as const,
    );
    await graph.commit(scope, { nodes });
  };
  const left = async () =>
    (await graph.find(scope, { kinds: ['WeightChange'], order: 'createdAt', limit: 1_000 })).items.map(({ id }) => id);
  return { clock, graph, keyValue, log, stop, run, change, left };
}

test('changes of weights go when their days are over, and where none are the oldest alone is read', async () => {
  const { clock, graph, run, change, left } = opened({});
  await change(0, 0, 1, 20);
  await clock.leap(30 * dayMs);
  const found = vi.spyOn(graph, 'find');
  await run();
  expect(found.mock.calls.map(([, { limit }]) => limit)).toEqual([1, 1]);
  expect(await left()).toHaveLength(4);
  await clock.leap(2 * dayMs);
  await run();
  expect(await left()).toEqual(['change_3']);
});

test('more than one batch goes in one run, and the scope of a user, which has none, is not read', async () => {
  const { clock, graph, run, change, left } = opened({});
  await change(...Array.from({ length: 700 }, () => 0));
  const at = new Date(clock.now()).toISOString();
  const settings = { id: 'settings', kind: 'Settings', createdAt: at, updatedAt: at, properties: {} } as const;
  await graph.commit(userScope(scope), { nodes: [settings] });
  await clock.leap(31 * dayMs);
  const found = vi.spyOn(graph, 'find');
  await run();
  expect(found.mock.calls.map(([, { kinds, limit }]) => [kinds.join(), limit])).toEqual([
    ['WeightChange', 1],
    ['WeightChange', 500],
    ['WeightChange', 500],
    ['Feedback', 1],
  ]);
  expect(await left()).toEqual([]);
});

test.each(['the lease is lost', 'the process stops'])('once %s, the rest is left to a later run', async (how) => {
  const { clock, graph, keyValue, log, stop, run, change, left } = opened({});
  await change(0, 0, 0);
  await clock.leap(31 * dayMs);
  const purge = graph.purge.bind(graph);
  vi.spyOn(graph, 'purge').mockImplementationOnce(async (...asked) => {
    const purged = await purge(...asked);
    if (how === 'the process stops') stop.abort();
    else {
      await clock.leap(120_000);
      expect(await takeLease('weight-history', 'another', 60_000, { keyValue, log })).not.toBeNull();
    }
    return purged;
  });
  await run();
  expect(await left()).toHaveLength(2);
});

test('with WEIGHT_HISTORY_DAYS 0 no change of a weight goes', async () => {
  const { clock, run, change, left } = opened({ WEIGHT_HISTORY_DAYS: 0 });
  await change(0);
  await clock.leap(10_000 * dayMs);
  await run();
  expect(await left()).toEqual(['change_0']);
});

test('what was counted of a receipt stays as long as the receipt, and one process forgets at a time', async () => {
  const { clock, graph, keyValue, log, run } = opened({ RECEIPT_TTL_DAYS: 60 });
  const at = new Date(clock.now()).toISOString();
  const kinds = ['WeightChange', 'Feedback'] as const;
  const nodes = kinds.map((kind) => ({ id: kind, kind, createdAt: at, updatedAt: at, properties: {}, expectedVersion: 0 }));
  await graph.commit(scope, { nodes });
  const left = async () => (await graph.get(scope, kinds)).map(({ id }) => id);
  await clock.leap(31 * dayMs);
  {
    await using other = await takeLease('weight-history', 'another', 60_000, { keyValue, log });
    expect(other).not.toBeNull();
    await run();
    expect(await left()).toEqual(kinds);
  }
  await run();
  expect(await left()).toEqual(['Feedback']);
  await clock.leap(30 * dayMs);
  await run();
  expect(await left()).toEqual([]);
});

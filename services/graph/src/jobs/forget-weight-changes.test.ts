import { dayMs } from '@agent-mem/contract';
import { takeLease } from '@agent-mem/runtime';
import type { ServiceContext } from '@agent-mem/service-kit';
import { defaultScope as scope, turnedClock } from '@agent-mem/testing';
import { loneService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import type { Config } from '../config.ts';
import { graphService } from '../service.ts';
import { forgetWeightChanges } from './forget-weight-changes.ts';

test('changes of weights go when their days are over, and where none are the oldest alone is read', async () => {
  const clock = turnedClock();
  const { context } = loneService(graphService, { clock });
  const { graph } = context;
  const config = { ...(context.config as Config), WEIGHT_HISTORY_DAYS: 30 };
  const run = () => forgetWeightChanges({ ...(context as ServiceContext<Config>), config });
  const days = [0, 0, 1, 20].map((day, index) => [`change_${index}`, new Date(clock.now() + day * dayMs).toISOString()] as const);
  const nodes = days.map(
    ([id, at]) => ({ id, kind: 'WeightChange', createdAt: at, updatedAt: at, properties: {}, expectedVersion: 0 }) as const,
  );
  await graph.commit(scope, { nodes });
  const left = async () =>
    (await graph.find(scope, { kinds: ['WeightChange'], order: 'createdAt', limit: 10 })).items.map(({ id }) => id);
  await clock.leap(30 * dayMs);
  const found = vi.spyOn(graph, 'find');
  await run();
  expect(found.mock.calls.map(([, { limit }]) => limit)).toEqual([1, 1]);
  expect(await left()).toHaveLength(4);
  await clock.leap(2 * dayMs);
  await run();
  expect(await left()).toEqual(['change_3']);
});

test('what was counted of a receipt stays as long as the receipt, and one process forgets at a time', async () => {
  const clock = turnedClock();
  const { context } = loneService(graphService, { clock });
  const { graph, keyValue, log } = context;
  const config = { ...(context.config as Config), WEIGHT_HISTORY_DAYS: 30, RECEIPT_TTL_DAYS: 60 };
  const run = () => forgetWeightChanges({ ...(context as ServiceContext<Config>), config });
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

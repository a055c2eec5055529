import { dayMs } from '@agent-mem/contract';
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

import { startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startEpisodes } from '../test/start-episodes.ts';

test('a file of prompts that cannot be read stops the start and is named', async () => {
  const started = startEpisodes({ environment: { PROMPTS_FILE: '/nowhere/prompts.yaml' } });
  await expect(started).rejects.toThrow(/\/nowhere\/prompts\.yaml/);
});

test('a variable that cannot be read stops the start and is named', async () => {
  await expect(startEpisodes({ environment: { MODEL_TIMEOUT_MS: 'soon' } })).rejects.toThrow(/^MODEL_TIMEOUT_MS must be/);
});

test('the growth of memory is counted: once for each that was added, and less what was deleted', async () => {
  await using fleet = await startFleet({ services: ['episodes'], http: true });
  const { caller } = fleet;
  const { episode_id } = await caller.call('episodes', 'store', { goal: 'Water is wet' });
  for (const goal of ['Water is wet', 'Fire is hot', 'Ice is cold']) await caller.call('episodes', 'store', { goal });
  await caller.call('episodes', 'delete', { episode_id });
  const metrics = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
  expect(metrics).toMatch(/^agentmem_memories_added{service="episodes",kind="Episode"} 2$/m);
});

import { startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startFacts } from '../test/start-facts.ts';

test('a file of prompts that cannot be read stops the start and is named', async () => {
  const started = startFacts({ environment: { PROMPTS_FILE: '/nowhere/prompts.yaml' } });
  await expect(started).rejects.toThrow(/\/nowhere\/prompts\.yaml/);
});

test('a variable that cannot be read stops the start and is named', async () => {
  await expect(startFacts({ environment: { MODEL_TIMEOUT_MS: 'soon' } })).rejects.toThrow(/^MODEL_TIMEOUT_MS must be/);
});

test('the growth of memory is counted: once for each that was added, and less what was deleted', async () => {
  await using fleet = await startFleet({ services: ['facts'], http: true });
  const { caller } = fleet;
  const { fact_id } = await caller.call('facts', 'store', { content: 'Water is wet' });
  for (const content of ['Water is wet', 'Fire is hot', 'Ice is cold']) await caller.call('facts', 'store', { content });
  await caller.call('facts', 'delete', { fact_id });
  const metrics = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
  expect(metrics).toMatch(/^agentmem_memories_added{service="facts",kind="Fact"} 2$/m);
});

test('the growth of memory is as before once a fact has come back, has taken the place of another or has an earlier text', async () => {
  await using fleet = await startFleet({ services: ['facts'], http: true });
  const { caller } = fleet;
  const growth = async () => {
    const metrics = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
    return Number(/^agentmem_memories_added{service="facts",kind="Fact"} (.+)$/m.exec(metrics)?.[1]);
  };
  const { fact_id: chur } = await caller.call('facts', 'store', { content: 'The user lives in Chur' });
  await fleet.settled();
  await caller.call('facts', 'store', { content: 'The user lives in Bern' });
  await fleet.settled();
  const replaced = await growth();
  await caller.call('facts', 'restore', { fact_id: chur });
  expect(await growth()).toBe(replaced);
  await caller.call('facts', 'update', { fact_id: chur, content: 'The user lives in Basel' });
  await caller.call('facts', 'restore', { fact_id: chur, version: 1 });
  expect(await growth()).toBe(replaced);
  await caller.call('facts', 'delete', { fact_id: chur });
  await caller.call('facts', 'restore', { fact_id: chur });
  expect(await growth()).toBe(replaced);
});

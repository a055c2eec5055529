import { expect, test } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';

test('every state is there, oldest first', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet' });
  await caller.call('facts', 'delete', { fact_id });
  await caller.call('facts', 'restore', { fact_id });
  const { versions } = await caller.call('facts', 'history', { fact_id });
  expect(versions.map(({ version, change, fact }) => [version, change, fact.status, fact.content])).toEqual([
    [1, 'stored', 'ACTIVE', 'Water is wet'],
    [2, 'deleted', 'DELETED', 'Water is wet'],
    [3, 'restored', 'ACTIVE', 'Water is wet'],
  ]);
  expect(versions.map(({ changed_at }) => Number.isNaN(Date.parse(changed_at)))).toEqual([false, false, false]);
});

test('a history too large for one answer holds the newest states', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'x'.repeat(64_900) });
  for (let round = 0; round < 5; round++) {
    await caller.call('facts', 'delete', { fact_id });
    await caller.call('facts', 'restore', { fact_id });
  }
  const { versions } = await caller.call('facts', 'history', { fact_id });
  expect(versions.map(({ version }) => version)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
});

test('an unknown fact is not found', async () => {
  await using facts = await startFacts();
  const fact_id = 'fact_0190a0a0-0000-7000-8000-000000000000';
  const asked = facts.fleet.caller.call('facts', 'history', { fact_id });
  await expect(asked).rejects.toMatchObject({ type: 'not-found', message: `Fact ${fact_id} not found` });
});

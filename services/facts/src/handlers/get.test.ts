import { expect, test } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';

const unknown = 'fact_0190a0a0-0000-7000-8000-000000000000';

test('a fact is answered by its id or the bare UUID', async () => {
  await using facts = await startFacts();
  const fact_id = await facts.store({ content: 'Water is wet', metadata: { from: 'school' } });
  const { fact } = await facts.fleet.caller.call('facts', 'get', { fact_id: fact_id.slice('fact_'.length) });
  expect(fact).toMatchObject({
    id: fact_id,
    content: 'Water is wet',
    metadata: { from: 'school' },
    status: 'ACTIVE',
    version: 1,
  });
});

test('an unknown fact, and that of another scope, is not found', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet', user: 'u1' });
  const missing = { type: 'not-found', message: `Fact ${unknown} not found` };
  await expect(caller.call('facts', 'get', { fact_id: unknown })).rejects.toMatchObject(missing);
  const elsewhere = caller.call('facts', 'get', { fact_id, user: 'u2' });
  await expect(elsewhere).rejects.toMatchObject({ type: 'not-found', message: `Fact ${fact_id} not found` });
});

test('a deleted fact is answered only when it is asked for', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet' });
  await caller.call('facts', 'delete', { fact_id });
  await expect(caller.call('facts', 'get', { fact_id })).rejects.toMatchObject({ type: 'not-found' });
  const { fact } = await caller.call('facts', 'get', { fact_id, include_deleted: true });
  expect(fact).toMatchObject({ status: 'DELETED', content: 'Water is wet', version: 2 });
});

test('what is no id of a fact is refused by name', async () => {
  await using facts = await startFacts();
  const asked = facts.fleet.caller.call('facts', 'get', { fact_id: 'epi_0190a0a0-0000-7000-8000-000000000000' });
  await expect(asked).rejects.toMatchObject({
    type: 'invalid-argument',
    message: expect.stringMatching(/fact_id: must be fact_/),
  });
});

import { defaultScope } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';

const unknown = 'fact_0190a0a0-0000-7000-8000-000000000000';

test('a deleted fact is found no more, and deleting it again changes nothing', async () => {
  await using facts = await startFacts();
  const { caller, ports } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet' });
  expect(await caller.call('facts', 'delete', { fact_id })).toEqual({ success: true });
  expect(await facts.retrieve({ query: 'water' })).toEqual([]);
  expect(await facts.list()).toEqual([]);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
  expect(await caller.call('facts', 'delete', { fact_id })).toEqual({ success: true });
  const { versions } = await caller.call('facts', 'history', { fact_id });
  expect(versions.map(({ change }) => change)).toEqual(['stored', 'deleted']);
});

test('its text can be stored anew, as another fact', async () => {
  await using facts = await startFacts();
  const fact_id = await facts.store({ content: 'Water is wet' });
  await facts.fleet.caller.call('facts', 'delete', { fact_id });
  const again = await facts.fleet.caller.call('facts', 'store', { content: 'Water is wet' });
  expect(again.created).toBe(true);
  expect(again.fact_id).not.toBe(fact_id);
  // The text belongs to the second fact now; deleting the first again must not take it away.
  await facts.fleet.caller.call('facts', 'delete', { fact_id });
  expect(await facts.store({ content: 'Water is wet' })).toBe(again.fact_id);
});

test('a fact that lost its text to another does not take it away when it is deleted', async () => {
  await using facts = await startFacts();
  const { caller, ports } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet' });
  await caller.call('facts', 'delete', { fact_id });
  const heir = await facts.store({ content: 'Water is wet' });
  const [node] = await ports.graph.get(defaultScope, [fact_id]);
  if (!node) throw new Error('the fact is not stored');
  await ports.graph.commit(defaultScope, { nodes: [{ ...node, status: 'SUPERSEDED' }] });
  await caller.call('facts', 'delete', { fact_id });
  expect(await facts.store({ content: 'Water is wet' })).toBe(heir);
});

test('an unknown fact, and that of another scope, is not found', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet' });
  const missing = { type: 'not-found', message: `Fact ${unknown} not found` };
  await expect(caller.call('facts', 'delete', { fact_id: unknown })).rejects.toMatchObject(missing);
  await expect(caller.call('facts', 'delete', { fact_id, user: 'u2' })).rejects.toMatchObject({ type: 'not-found' });
  expect(await facts.list()).toEqual(['Water is wet']);
});

import { startFleet } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';

type Fleet = Awaited<ReturnType<typeof startFleet>>;

const said = [
  'The user lives in Lyon',
  "The user's dog is named Rex",
  'The user plays the cello',
  'The user is allergic to nuts',
];

/** A fleet in which one summary stands for what is said above. */
async function compactedFleet() {
  const fleet = await startFleet({ services: ['graph', 'facts'] });
  const ids: string[] = [];
  for (const content of said) ids.push((await fleet.caller.call('facts', 'store', { content })).fact_id);
  await fleet.settled();
  const { job_id } = await fleet.caller.call('graph', 'trigger_compaction', { node_ids: ids });
  await vi.waitFor(async () => expect((await fleet.caller.call('graph', 'get_job', { job_id })).job?.status).toBe('done'));
  await fleet.settled();
  return { fleet, ids };
}

async function statusesOf({ caller }: Fleet, ids: readonly string[]) {
  const statusOf = async (id: string) => (await caller.call('graph', 'get', { id })).node?.status;
  return await Promise.all(ids.map((id) => statusOf(id).catch(({ type }) => type)));
}

test('what was compacted answers a question and can be forgotten: what else its summary stood for is active again', async () => {
  const { fleet, ids } = await compactedFleet();
  await using _ = fleet;
  const { call } = fleet.caller;
  const asked = await call('facts', 'interpret', { message: 'Where do I live?' });
  expect(asked).toMatchObject({ act: 'question', facts: [{ id: ids[0] }] });
  expect(asked.answer).toContain('Lyon');

  const meant = await call('facts', 'interpret', { message: 'Forget that my dog is called Rex' });
  expect(meant).toMatchObject({ act: 'forget', facts: [{ id: ids[1] }] });
  await call('facts', 'delete', { fact_id: ids[1] ?? '' });
  await fleet.settled();
  expect(await statusesOf(fleet, [ids[0] ?? '', ids[2] ?? '', ids[3] ?? ''])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  const { facts } = await call('facts', 'retrieve', { query: 'What is the dog called?' });
  expect(facts.map(({ content }) => content).join()).not.toContain('Rex');
});

test.each([
  ['is about the same', 'The user lives in Oslo', 0, 'Lyon'],
  ['says that it is over', 'The user no longer plays the cello', 2, 'plays the cello'],
])('what %s takes the place of what was compacted, and no summary goes on saying it', async (_, content, index, gone) => {
  const { fleet, ids } = await compactedFleet();
  await using _fleet = fleet;
  const { call } = fleet.caller;
  await call('facts', 'store', { content });
  await fleet.settled();
  const statuses = await statusesOf(fleet, ids);
  expect(statuses.filter((status) => status === 'ACTIVE')).toHaveLength(3);
  expect(statuses[index]).toMatch(/^(SUPERSEDED|not-found)$/);
  const { facts } = await call('facts', 'retrieve', { query: content });
  expect(facts[0]?.content).toBe(content);
  expect(facts.slice(1).map((fact) => fact.content)).not.toContain(gone);
});

test('what was stored anew while it was compacted is superseded once: the older one stays deleted', async () => {
  const { fleet, ids } = await compactedFleet();
  await using _ = fleet;
  const { call } = fleet.caller;
  const { fact_id: anew } = await call('facts', 'store', { content: 'The user lives in Lyon' });
  await fleet.settled();
  await call('facts', 'store', { content: 'The user lives in Oslo' });
  await fleet.settled();
  expect(await statusesOf(fleet, [...ids, anew])).toEqual(['not-found', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'SUPERSEDED']);
});

test('what has nothing to do with a summary leaves it, and what only it says stands beside it when it is stored again', async () => {
  const { fleet, ids } = await compactedFleet();
  await using _ = fleet;
  const { call } = fleet.caller;
  await call('facts', 'store', { content: 'The user drives a red van' });
  const { fact_id } = await call('facts', 'store', { content: 'The user plays the cello' });
  await fleet.settled();
  expect(await statusesOf(fleet, ids)).toEqual(['ARCHIVED', 'ARCHIVED', 'ARCHIVED', 'ARCHIVED']);
  expect(await statusesOf(fleet, [fact_id])).toEqual(['ACTIVE']);
});

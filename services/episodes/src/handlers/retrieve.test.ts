import { scopeOf } from '@agent-mem/contract';
import { defaultScope } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startEpisodes } from '../../test/start-episodes.ts';

test('the question and the state count together, and the receipt names what was found', async () => {
  await using episodes = await startEpisodes();
  await episodes.store({ goal: 'Book a table', outcome: 'the kitchen was closed' });
  await episodes.store({ goal: 'Repair the bicycle', outcome: 'the chain was new' });
  expect((await episodes.retrieve({ query: 'table', state: '' }))[0]).toBe('Book a table');
  expect((await episodes.retrieve({ query: '', state: 'the chain of the bicycle fell off' }))[0]).toBe('Repair the bicycle');
  const answer = await episodes.fleet.caller.call('episodes', 'retrieve', {
    query: 'table',
    explain: true,
    include_embedding: true,
  });
  expect(answer.receipt.items.map(({ id }) => id)).toEqual(answer.episodes.map(({ id }) => id));
  expect(answer.receipt.items[0]?.tokens).toBeGreaterThan(0);
  expect(answer.episodes[0]?.scores).toHaveProperty('lexical');
  expect(answer.episodes[0]?.embedding).toHaveLength(64);
});

test('three are answered unless another number is asked for', async () => {
  await using episodes = await startEpisodes();
  for (const day of ['Monday', 'Tuesday', 'Friday', 'Sunday']) await episodes.store({ goal: `Book a table on ${day}` });
  expect(await episodes.retrieve({ query: 'table' })).toHaveLength(3);
  expect(await episodes.retrieve({ query: 'table', top_k: 1 })).toHaveLength(1);
});

test('other scopes see nothing, and nobody sees what is deleted', async () => {
  await using episodes = await startEpisodes();
  const episode_id = await episodes.store({ goal: 'Book a table', user: 'u1' });
  expect(await episodes.retrieve({ query: 'table', user: 'u1' })).toHaveLength(1);
  expect(await episodes.retrieve({ query: 'table', user: 'u2' })).toEqual([]);
  await episodes.fleet.caller.call('episodes', 'delete', { episode_id, user: 'u1' });
  expect(await episodes.retrieve({ query: 'table', user: 'u1' })).toEqual([]);
});

test('an index that is behind never shows what the Graph has deleted', async () => {
  await using episodes = await startEpisodes();
  const { caller, ports } = episodes.fleet;
  const episode_id = await episodes.store({ goal: 'Book a table' });
  const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });
  const [document] = await ports.searchIndex.get(scope, [episode_id]);
  if (!document) throw new Error('the episode has no document');
  await caller.call('episodes', 'delete', { episode_id });
  await ports.searchIndex.put(scope, [{ ...document, version: document.version + 5 }]);
  const answer = await caller.call('episodes', 'retrieve', { query: 'table' });
  expect(answer).toMatchObject({ episodes: [], receipt: { items: [], left_out: 0 } });
});

test.each([
  [{ query: ' ' }, /^query: is required/],
  [{ query: 'x', top_k: 0 }, /top_k: must be from 1 to 100/],
  [{ query: 'x', embedding: [1, 2] }, /^embedding: must have 64 numbers/],
  [{ query: 'x', embedding: [1, 2], embedder: 'another' }, /^embedder: must be hash-64/],
])('%j is refused by name', async (request, message) => {
  await using episodes = await startEpisodes();
  const asked = episodes.retrieve(request);
  await expect(asked).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(message) });
});

test('the learned weight of an episode decides between equals, and no more', async () => {
  await using episodes = await startEpisodes();
  const { graph } = episodes.fleet.ports;
  const weigh = async (id: string, weight: number) => {
    const [node] = await graph.get(defaultScope, [id]);
    if (node) await graph.commit(defaultScope, { nodes: [{ ...node, weight }] });
  };
  const [one, other] = [
    await episodes.store({ goal: 'Book a table, north' }),
    await episodes.store({ goal: 'Book a table, south' }),
  ];
  for (const [better, worse, first] of [
    [one, other, 'Book a table, north'],
    [other, one, 'Book a table, south'],
  ] as const) {
    await weigh(better, 1);
    await weigh(worse, 0);
    expect((await episodes.retrieve({ query: 'table', parameters: { dense: 0 } }))[0]).toBe(first);
  }
  expect((await episodes.retrieve({ query: 'table, north', parameters: { dense: 0 } }))[0]).toBe('Book a table, north');
});

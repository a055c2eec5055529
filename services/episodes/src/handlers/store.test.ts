import type { Event } from '@agent-mem/contract';
import { hashEmbedder } from '@agent-mem/llm';
import { subscribeEvents } from '@agent-mem/messaging';
import { expect, test } from 'vitest';
import { startEpisodes } from '../../test/start-episodes.ts';

const story = { goal: 'Book a table', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early' };

test('an episode is found by any part of it as soon as it is stored', async () => {
  await using episodes = await startEpisodes();
  const { episode_id, created } = await episodes.fleet.caller.call('episodes', 'store', story);
  expect(episode_id).toMatch(/^epi_/);
  expect(created).toBe(true);
  expect(await episodes.retrieve({ query: 'table' })).toEqual(['Book a table']);
  expect(await episodes.retrieve({ query: 'early' })).toEqual(['Book a table']);
  expect(await episodes.fleet.ports.graph.unindexed(['Episode'], 10)).toEqual([]);
});

test('a hundred stores of one story at once are one episode, told once', async () => {
  await using episodes = await startEpisodes();
  const events: Event[] = [];
  await using _ = await subscribeEvents(episodes.fleet.ports.bus, 'test', async (event) => void events.push(event));
  const ids = await Promise.all(Array.from({ length: 100 }, () => episodes.store(story)));
  expect(new Set(ids).size).toBe(1);
  expect(await episodes.list()).toEqual(['Book a table']);
  await episodes.fleet.settled();
  expect(events.map(({ type, data }) => [type, data.episode_stored?.episode_id])).toEqual([['episode-stored', ids[0]]]);
});

test('another outcome, or another scope, is another episode', async () => {
  await using episodes = await startEpisodes();
  const ids = [
    await episodes.store(story),
    await episodes.store({ ...story, outcome: 'full' }),
    await episodes.store({ ...story, user: 'u2' }),
  ];
  expect(new Set(ids).size).toBe(3);
});

test('a key has one answer, and no other request', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const first = await caller.call('episodes', 'store', story, { idempotencyKey: 'k1' });
  await caller.call('episodes', 'delete', { episode_id: first.episode_id });
  expect(await caller.call('episodes', 'store', story, { idempotencyKey: 'k1' })).toEqual(first);
  const other = caller.call('episodes', 'store', { goal: 'Book a room' }, { idempotencyKey: 'k1' });
  await expect(other).rejects.toMatchObject({ type: 'already-exists' });
  expect(await episodes.list()).toEqual([]);
});

test('an embedder that is down does not fail a store, and the words are found', async () => {
  await using episodes = await startEpisodes({ embedder: { ...hashEmbedder(), embed: () => Promise.reject(new Error('down')) } });
  await episodes.store(story);
  expect(await episodes.retrieve({ query: 'table' })).toEqual(['Book a table']);
});

test('a given vector of our embedder is kept', async () => {
  const embedder = { ...hashEmbedder(), embed: () => Promise.reject(new Error('must not be asked')) };
  await using episodes = await startEpisodes({ embedder });
  const embedding = Array.from({ length: 64 }, (_, index) => (index === 3 ? 2 : 0));
  const episode_id = await episodes.store({ ...story, embedding, embedder: 'hash-64' });
  const { episode } = await episodes.fleet.caller.call('episodes', 'get', { episode_id, include_embedding: true });
  expect(episode.embedding.indexOf(1)).toBe(3);
});

test('an episode that is too long as a whole is refused', async () => {
  await using episodes = await startEpisodes();
  const stored = episodes.store({ goal: 'x', steps: Array(10).fill('y'.repeat(60_000)) });
  const message = expect.stringMatching(/^episode: must be at most 524288 bytes/);
  await expect(stored).rejects.toMatchObject({ type: 'out-of-range', message });
  expect(await episodes.list()).toEqual([]);
});

test.each([
  [{}, /goal: is required/],
  [{ goal: ' ' }, /goal: must not be blank/],
  [{ goal: 'x', steps: Array(201).fill('y') }, /steps: must have at most 200 entries/],
  [{ goal: 'x', embedding: [1] }, /^embedder: is required/],
  [{ goal: 'x', embedding: [1], embedder: 'another' }, /^embedder: must be hash-64/],
])('%.70j is refused by name', async (request, message) => {
  await using episodes = await startEpisodes();
  const stored = episodes.store(request);
  await expect(stored).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(message) });
  expect(await episodes.list()).toEqual([]);
});

import { defaultScope } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startEpisodes } from '../../test/start-episodes.ts';

const story = { goal: 'Book a table', steps: ['called'], outcome: 'booked' };

test('a deleted episode is there again, and found, and restoring twice changes nothing more', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const episode_id = await episodes.store(story);
  await caller.call('episodes', 'delete', { episode_id });
  expect(await episodes.retrieve({ query: 'table' })).toEqual([]);
  const { episode } = await caller.call('episodes', 'restore', { episode_id });
  expect(episode).toMatchObject({ ...story, id: episode_id, status: 'ACTIVE', version: 3 });
  expect(await episodes.retrieve({ query: 'table' })).toEqual(['Book a table']);
  expect((await caller.call('episodes', 'restore', { episode_id })).episode.version).toBe(3);
  expect(await caller.call('episodes', 'store', story)).toMatchObject({ episode_id, created: false });
});

test('what was quarantined is released, and forgets why', async () => {
  await using episodes = await startEpisodes();
  const { caller, ports } = episodes.fleet;
  const episode_id = await episodes.store(story);
  const [node] = await ports.graph.get(defaultScope, [episode_id]);
  if (!node) throw new Error('the episode is not there');
  const properties = { ...node.properties, quarantine_reason: 'it gives orders' };
  await ports.graph.commit(defaultScope, { nodes: [{ ...node, status: 'QUARANTINED', properties }] });
  expect(await episodes.retrieve({ query: 'table' })).toEqual([]);
  const { episode } = await caller.call('episodes', 'restore', { episode_id });
  expect(episode).toMatchObject({ ...story, status: 'ACTIVE', quarantine_reason: null });
  expect((await ports.graph.get(defaultScope, [episode_id]))[0]?.properties).toEqual(node.properties);
  expect(await episodes.retrieve({ query: 'table' })).toEqual(['Book a table']);
});

test('a story that was told anew belongs to the new episode', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const episode_id = await episodes.store(story);
  await caller.call('episodes', 'delete', { episode_id });
  const again = await episodes.store(story);
  const restored = caller.call('episodes', 'restore', { episode_id });
  const message = `Episode ${episode_id} cannot be restored: its story is stored as ${again}`;
  await expect(restored).rejects.toMatchObject({ type: 'failed-precondition', message });
});

test('an unknown episode, and that of another scope, is not found', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const episode_id = await episodes.store(story);
  await caller.call('episodes', 'delete', { episode_id });
  await expect(caller.call('episodes', 'restore', { episode_id, user: 'u2' })).rejects.toMatchObject({ type: 'not-found' });
});

test('a key has one answer', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const episode_id = await episodes.store(story);
  await caller.call('episodes', 'delete', { episode_id });
  const restore = () => caller.call('episodes', 'restore', { episode_id }, { idempotencyKey: 'once' });
  const first = await restore();
  await caller.call('episodes', 'delete', { episode_id });
  expect(await restore()).toEqual(first);
  expect(await episodes.retrieve({ query: 'table' })).toEqual([]);
});

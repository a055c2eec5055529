import { expect, test } from 'vitest';
import { startEpisodes } from '../../test/start-episodes.ts';

test('deleting twice changes nothing more, and the story can be told anew', async () => {
  await using episodes = await startEpisodes();
  const { caller, ports } = episodes.fleet;
  const episode_id = await episodes.store({ goal: 'Book a table' });
  expect(await caller.call('episodes', 'delete', { episode_id })).toEqual({ success: true });
  expect(await caller.call('episodes', 'delete', { episode_id })).toEqual({ success: true });
  expect((await caller.call('episodes', 'get', { episode_id, include_deleted: true })).episode.version).toBe(2);
  expect(await ports.graph.unindexed(['Episode'], 10)).toEqual([]);
  const again = await caller.call('episodes', 'store', { goal: 'Book a table' });
  expect(again.created).toBe(true);
  expect(again.episode_id).not.toBe(episode_id);
});

test('an unknown episode, and that of another scope, is not found', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const unknown = 'epi_0190a0a0-0000-7000-8000-000000000000';
  const missing = { type: 'not-found', message: `Episode ${unknown} not found` };
  await expect(caller.call('episodes', 'delete', { episode_id: unknown })).rejects.toMatchObject(missing);
  const episode_id = await episodes.store({ goal: 'Book a table' });
  await expect(caller.call('episodes', 'delete', { episode_id, user: 'u2' })).rejects.toMatchObject({ type: 'not-found' });
  expect(await episodes.list()).toEqual(['Book a table']);
});

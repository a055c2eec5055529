import { expect, test } from 'vitest';
import { startEpisodes } from '../../test/start-episodes.ts';

test('an episode is answered by its id or the bare UUID', async () => {
  await using episodes = await startEpisodes();
  const episode_id = await episodes.store({ goal: 'Book a table', steps: ['called'], success: false, conversation_id: 'c1' });
  const { episode } = await episodes.fleet.caller.call('episodes', 'get', { episode_id: episode_id.slice('epi_'.length) });
  expect(episode).toMatchObject({
    id: episode_id,
    goal: 'Book a table',
    steps: ['called'],
    success: false,
    conversation_id: 'c1',
  });
});

test('an unknown episode, and that of another scope, is not found', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const unknown = 'epi_0190a0a0-0000-7000-8000-000000000000';
  const missing = { type: 'not-found', message: `Episode ${unknown} not found` };
  await expect(caller.call('episodes', 'get', { episode_id: unknown })).rejects.toMatchObject(missing);
  const episode_id = await episodes.store({ goal: 'Book a table' });
  await expect(caller.call('episodes', 'get', { episode_id, user: 'u2' })).rejects.toMatchObject({ type: 'not-found' });
});

test('a deleted episode is answered only when it is asked for', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const episode_id = await episodes.store({ goal: 'Book a table' });
  await caller.call('episodes', 'delete', { episode_id });
  await expect(caller.call('episodes', 'get', { episode_id })).rejects.toMatchObject({ type: 'not-found' });
  const { episode } = await caller.call('episodes', 'get', { episode_id, include_deleted: true });
  expect(episode).toMatchObject({ status: 'DELETED', version: 2 });
});

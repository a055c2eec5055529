import { expect, test } from 'vitest';
import { startEpisodes } from '../../test/start-episodes.ts';

test('the history shows each version, oldest first', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const { episode_id } = await caller.call('episodes', 'store', { goal: 'Book a table', outcome: 'full', key: 'table' });
  await caller.call('episodes', 'store', { goal: 'Book a table', outcome: 'booked', key: 'table' });
  await caller.call('episodes', 'delete', { episode_id });
  const { versions } = await caller.call('episodes', 'history', { episode_id });
  expect(versions.map(({ change, version, episode }) => [change, version, episode.outcome, episode.status])).toEqual([
    ['stored', 1, 'full', 'ACTIVE'],
    ['updated', 2, 'booked', 'ACTIVE'],
    ['deleted', 3, 'booked', 'DELETED'],
  ]);
  const gone = caller.call('episodes', 'history', { episode_id: crypto.randomUUID() });
  await expect(gone).rejects.toMatchObject({ type: 'not-found' });
});

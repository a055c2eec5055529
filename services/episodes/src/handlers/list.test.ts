import type { ListEpisodesResponse } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { startEpisodes } from '../../test/start-episodes.ts';

test('pages miss nothing', async () => {
  await using episodes = await startEpisodes();
  const goals = Array.from({ length: 5 }, (_, index) => `Goal ${index}`);
  for (const goal of goals) await episodes.store({ goal });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ListEpisodesResponse = await episodes.fleet.caller.call('episodes', 'list', { limit: 2, cursor });
    seen.push(...page.episodes.map(({ goal }) => goal));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen.toSorted()).toEqual(goals);
});

test('by status, conversation and scope', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const episode_id = await episodes.store({ goal: 'Book a table', conversation_id: 'c1' });
  await episodes.store({ goal: 'Repair the bicycle', conversation_id: 'c2' });
  const ofOne = await caller.call('episodes', 'list', { conversation_id: 'c1' });
  expect(ofOne.episodes.map(({ goal }) => goal)).toEqual(['Book a table']);
  await caller.call('episodes', 'delete', { episode_id });
  expect(await episodes.list()).toEqual(['Repair the bicycle']);
  expect((await caller.call('episodes', 'list', { statuses: ['DELETED'] })).episodes.map(({ id }) => id)).toEqual([episode_id]);
  expect((await caller.call('episodes', 'list', { user: 'u2' })).episodes).toEqual([]);
});

test.each([
  [{ limit: 0 }, /limit/],
  [{ cursor: 'nonsense' }, /^cursor: /],
])('%j is refused by name', async (request, message) => {
  await using episodes = await startEpisodes();
  const listed = episodes.fleet.caller.call('episodes', 'list', request);
  await expect(listed).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(message) });
});

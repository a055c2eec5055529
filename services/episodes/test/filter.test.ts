import type { Filter, Init } from '@agent-mem/contract';
import { startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { completeInvocation, startEpisodes } from './start-episodes.ts';

const blue: Init<Filter> = { metadata: [{ key: 'team', equals: 'blue' }] };

test('a filter comes before the best are taken, and Retrieve and List agree', async () => {
  await using episodes = await startEpisodes();
  for (let n = 0; n < 20; n += 1)
    await episodes.store({ goal: `Book a table for ${n}`, metadata: { team: n % 10 === 3 ? 'blue' : 'red' } });
  const own = ['Book a table for 13', 'Book a table for 3'];
  expect((await episodes.retrieve({ query: 'Book a table', top_k: 3, filter: blue })).toSorted()).toEqual(own);
  const { caller } = episodes.fleet;
  const listed = await caller.call('episodes', 'list', { filter: blue, limit: 1 });
  const rest = await caller.call('episodes', 'list', { filter: blue, limit: 5, cursor: listed.next_cursor });
  expect([...listed.episodes, ...rest.episodes].map(({ goal }) => goal)).toEqual(own);
  expect(rest.next_cursor).toBeNull();
});

test('an error brings neither episodes nor solutions past a filter', async () => {
  await using fleet = await startFleet({ services: ['episodes'] });
  const steps = [
    { action: 'Connect', arguments: '{"port":5432}', observation: 'Error: connection to db-7:5432 was refused', success: false },
    { action: 'Connect', arguments: '{"port":6432}', observation: 'done', success: true },
  ];
  await completeInvocation(fleet, { question: 'Migrate the database', steps });
  await fleet.settled();
  const ask = async (filter: Init<Filter>) => {
    const request = { query: 'Migrate the database', error: 'connection to db-9:1111 was refused', filter };
    const { episodes: found, solutions, receipt } = await fleet.caller.call('episodes', 'retrieve', request);
    return [found.length, solutions.length, receipt.items.length];
  };
  expect(await ask({})).toEqual([1, 1, 2]);
  expect(await ask(blue)).toEqual([0, 0, 0]);
  // Neither has metadata.
  expect(await ask({ metadata: [{ key: 'team', exists: false }] })).toEqual([1, 1, 2]);
});

test('metadata of any values is answered as texts and as JSON', async () => {
  await using episodes = await startEpisodes();
  const metadata_json = '{"guests":4}';
  await episodes.store({ goal: 'Book a table', metadata_json });
  const { episodes: found } = await episodes.fleet.caller.call('episodes', 'retrieve', {
    query: 'table',
    filter: { metadata: [{ key: 'guests', greater_than: '3' }] },
  });
  expect(found).toMatchObject([{ metadata: { guests: '4' }, metadata_json }]);
});

import type { Init, ListFactsRequest, ListFactsResponse } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { completeInvocation, startFacts } from '../../test/start-facts.ts';

test('pages go from the newest to the oldest and miss nothing', async () => {
  await using facts = await startFacts();
  const contents = Array.from({ length: 7 }, (_, index) => `Fact ${index}`);
  for (const content of contents) await facts.store({ content });
  const seen: string[] = [];
  const times: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ListFactsResponse = await facts.fleet.caller.call('facts', 'list', { limit: 3, cursor });
    seen.push(...page.facts.map(({ content }) => content));
    times.push(...page.facts.map(({ received_at }) => received_at));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen.toSorted()).toEqual(contents);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('a page of large facts ends early, and nothing is missed', async () => {
  await using facts = await startFacts();
  for (let index = 0; index < 12; index++) await facts.store({ content: `${index} ${'x'.repeat(60_000)}` });
  const first = await facts.fleet.caller.call('facts', 'list', { limit: 1_000 });
  expect(first.facts.length).toBeLessThan(12);
  const rest = await facts.fleet.caller.call('facts', 'list', { limit: 1_000, cursor: first.next_cursor });
  expect(new Set([...first.facts, ...rest.facts].map(({ id }) => id)).size).toBe(12);
});

test('deleted facts are listed only by their status', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet' });
  await facts.store({ content: 'Fire is hot' });
  await caller.call('facts', 'delete', { fact_id });
  expect(await facts.list()).toEqual(['Fire is hot']);
  const deleted = await caller.call('facts', 'list', { statuses: ['DELETED'] });
  expect(deleted.facts.map(({ content }) => content)).toEqual(['Water is wet']);
});

const retired = { statuses: ['SUPERSEDED', 'DELETED'] } as const;

test('what was retired and is believed again is none of the retired facts that a text states', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const asked = { ...retired, stated_in: ['I own a green boat, and a red car'] };
  const listed = async () => (await caller.call('facts', 'list', asked)).facts.map(({ content }) => content);
  const contents = ['The user owns a red car', 'The user owns a green boat'];
  for (const content of contents) await caller.call('facts', 'delete', { fact_id: await facts.store({ content }) });
  expect((await listed()).toSorted()).toEqual(contents.toSorted());
  const again = await facts.store({ content: 'The user owns a green boat' });
  expect(await listed()).toEqual(['The user owns a red car']);
  await caller.call('facts', 'delete', { fact_id: again });
  expect((await listed()).length).toBe(3);
});

test('of retired facts those that a text states, and those that were learned from an invocation', async () => {
  await using facts = await startFacts({ byRules: true });
  const { caller, settled } = facts.fleet;
  await completeInvocation(facts.fleet, { invocation_id: 'inv_1', question: 'I live in Bern' });
  await settled();
  for (const content of ['The user lives in Basel', 'The user owns a green boat', 'The user owns a red car'])
    await facts.store({ content });
  await settled();
  const listed = async (said: object) => (await caller.call('facts', 'list', { ...retired, ...said })).facts;
  const contents = async (said: object) => (await listed(said)).map(({ content }) => content);
  expect(await contents({ stated_in: ['I live in Bern, and own a green boat'] })).toEqual(['The user lives in Bern']);
  const [boat] = (await caller.call('facts', 'list', {})).facts.filter(({ content }) => content.includes('boat'));
  await caller.call('facts', 'delete', { fact_id: boat?.id ?? '' });
  expect(await contents({ stated_in: ['I live in Bern', 'I own a green boat'] })).toEqual([
    'The user owns a green boat',
    'The user lives in Bern',
  ]);
  expect(await contents({ stated_in: ['I live', 'in Bern'] })).toEqual([]);
  expect(await contents({ stated_in: ['A red car'], learned_from: ['inv_1', 'inv_2'] })).toEqual(['The user lives in Bern']);
  expect(await contents({ stated_in: ['I own a green boat'], statuses: ['SUPERSEDED'] })).toEqual([]);
  expect(await contents({ stated_in: ['I own a green boat'], user: 'somebody else' })).toEqual([]);
  await caller.call('facts', 'restore', { fact_id: boat?.id ?? '' });
  expect(await contents({ stated_in: ['I own a green boat'] })).toEqual([]);
});

test('facts of one conversation, and of one scope', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  await facts.store({ content: 'Water is wet', conversation_id: 'c1' });
  await facts.store({ content: 'Fire is hot', conversation_id: 'c2' });
  const ofOne = await caller.call('facts', 'list', { conversation_id: 'c1' });
  expect(ofOne.facts.map(({ content }) => content)).toEqual(['Water is wet']);
  expect((await caller.call('facts', 'list', { user: 'u2' })).facts).toEqual([]);
});

test('as of a time it answers what was believed then, as it was', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ byRules: true, clock });
  const { caller } = facts.fleet;
  const times: string[] = [];
  const later = async () => {
    await facts.fleet.settled();
    await clock.advance(60_000);
    times.push(new Date(clock.now()).toISOString());
    await clock.advance(60_000);
  };
  const bern = await facts.store({ content: 'The user lives in Bern' });
  const gone = await facts.store({ content: 'The user owns a boat' });
  await later();
  await facts.store({ content: 'The user lives in Basel' });
  await caller.call('facts', 'delete', { fact_id: gone });
  await later();
  await caller.call('facts', 'restore', { fact_id: bern });
  await later();
  const at = async (as_of: string, more = {}) =>
    (await caller.call('facts', 'list', { as_of, ...more })).facts.map(({ content, status }) => `${content} ${status}`);
  expect(await at('2020-01-01T00:00:00Z')).toEqual([]);
  expect(await at(times[0] ?? '')).toEqual(['The user owns a boat ACTIVE', 'The user lives in Bern ACTIVE']);
  expect(await at(times[1] ?? '')).toEqual(['The user lives in Basel ACTIVE']);
  expect(await at(times[2] ?? '')).toEqual(['The user lives in Bern ACTIVE']);
  const statuses = { statuses: ['SUPERSEDED', 'DELETED'] };
  expect(await at(times[1] ?? '', statuses)).toEqual(['The user owns a boat DELETED', 'The user lives in Bern SUPERSEDED']);
});

test('pages as of a time miss nothing, whatever has changed since', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ clock });
  const { caller } = facts.fleet;
  const contents = Array.from({ length: 7 }, (_, index) => `Thing ${index}`);
  const ids: string[] = [];
  for (const content of contents) ids.push(await facts.store({ content }));
  await facts.fleet.settled();
  await clock.advance(1_000);
  const as_of = new Date(clock.now()).toISOString();
  await clock.advance(1_000);
  for (const fact_id of ids.slice(2, 5)) await caller.call('facts', 'delete', { fact_id });
  for (let index = 0; index < 5; index += 1) await facts.store({ content: `New ${index}` });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ListFactsResponse = await caller.call('facts', 'list', { limit: 3, cursor, as_of });
    seen.push(...page.facts.map(({ content }) => content));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen.toSorted()).toEqual(contents);
});

test.each<readonly [request: Init<ListFactsRequest>, type: string, message: RegExp]>([
  [{ limit: 0 }, 'invalid-argument', /limit/],
  [{ limit: 1_001 }, 'invalid-argument', /limit/],
  [{ cursor: 'nonsense' }, 'invalid-argument', /^cursor: /],
  [{ as_of: 'yesterday' }, 'invalid-argument', /as_of: /],
  [{ stated_in: ['It rains'] }, 'invalid-argument', /^stated_in: .*SUPERSEDED and DELETED/],
  [{ stated_in: ['It rains'], statuses: ['ACTIVE', 'DELETED'] }, 'invalid-argument', /^stated_in: /],
  [
    { learned_from: ['inv_1'], statuses: ['DELETED'], conversation_id: 'c' },
    'invalid-argument',
    /^learned_from: .*conversation_id/,
  ],
  [{ stated_in: ['It rains'], statuses: ['DELETED'], sort_by: 'weight_desc' }, 'invalid-argument', /^stated_in: .*another order/],
])('%j is refused by name', async (request, type, message) => {
  await using facts = await startFacts();
  const listed = facts.fleet.caller.call('facts', 'list', request);
  await expect(listed).rejects.toMatchObject({ type, message: expect.stringMatching(message) });
});

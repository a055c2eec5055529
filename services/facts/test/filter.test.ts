import type { Filter, Init, ListFactsResponse } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Facts, startFacts } from './start-facts.ts';

const above = (n: number): Init<Filter> => ({ metadata: [{ key: 'n', greater_than: String(n) }] });

/** Facts that share their words, numbered in their metadata. */
async function storeNumbered(facts: Facts, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await facts.store({ content: `Anne has seen film ${n}`, metadata: { n: String(n) } });
}

async function pagesOf({ fleet }: Facts, request: Parameters<typeof fleet.caller.call<'facts', 'list'>>[2]): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: ListFactsResponse = await fleet.caller.call('facts', 'list', { ...request, cursor });
    pages.push(page.facts.map(({ metadata }) => metadata.n ?? ''));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;
}

test('a filter comes before the best are taken', async () => {
  await using facts = await startFacts();
  await storeNumbered(facts, 40);
  await facts.store({ content: 'Anne has seen film 50', metadata: { n: 'fifty' } });
  const answer = await facts.fleet.caller.call('facts', 'retrieve', {
    query: 'Which film has Anne seen?',
    top_k: 3,
    filter: above(36),
  });
  expect(answer.facts.map(({ metadata }) => metadata.n).sort()).toEqual(['37', '38', '39']);
  expect(answer.receipt.degraded).toEqual([]);
  expect(await facts.retrieve({ query: 'film', filter: above(99) })).toEqual([]);
  expect(await facts.retrieve({ query: 'film', top_k: 100, filter: {} })).toHaveLength(41);
});

test('tags are found as they are written, by Retrieve and List', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Anne lives in Bern', tags: ['home', 'Anne'] });
  await facts.store({ content: 'Anne plays the cello', tags: ['Home'] });
  await facts.store({ content: 'Anne sings' });
  const found = async (filter: Init<Filter>) => {
    const retrieved = (await facts.retrieve({ query: 'Anne', filter })).toSorted();
    const { facts: listed } = await facts.fleet.caller.call('facts', 'list', { filter });
    expect(listed.map(({ content }) => content).toSorted()).toEqual(retrieved);
    return retrieved;
  };
  expect(await found({ tags_any: ['home', 'Home'] })).toEqual(['Anne lives in Bern', 'Anne plays the cello']);
  expect(await found({ tags_all: ['home', 'Anne'] })).toEqual(['Anne lives in Bern']);
  expect(await found({ tags_all: ['home', 'Home'] })).toEqual([]);
});

test('a fact that is changed is found by what it has now, and what its metadata was as JSON goes with them', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Anne lives in Bern', metadata_json: '{"n":5}', tags: ['old'], key: 'home' });
  const { fact } = await caller.call('facts', 'update', { fact_id, metadata: { m: '7' }, tags: ['new'] });
  expect(fact).toMatchObject({ metadata: { m: '7' }, metadata_json: null, tags: ['new'] });
  expect(await facts.retrieve({ query: 'Anne', filter: above(1) })).toEqual([]);
  expect(await facts.retrieve({ query: 'Anne', filter: { tags_any: ['old'] } })).toEqual([]);
  expect(await facts.retrieve({ query: 'Anne', filter: { tags_any: ['new'] } })).toHaveLength(1);
  await facts.store({ content: 'Anne lives in Bern', metadata_json: '{"n":[6]}', key: 'home' });
  const { fact: stored } = await caller.call('facts', 'get', { fact_id });
  expect(stored).toMatchObject({ metadata: { n: '[6]' }, metadata_json: '{"n":[6]}', tags: ['new'] });
  const byList: Init<Filter> = { metadata: [{ key: 'n', equals: '[6]' }], tags_all: ['new'] };
  expect(await facts.retrieve({ query: 'Anne', filter: byList })).toHaveLength(1);
});

test('an index that is behind never shows what passes no more', async () => {
  await using facts = await startFacts();
  const { graph } = facts.fleet.ports;
  const id = await facts.store({ content: 'Anne lives in Bern', metadata: { n: '5' } });
  const scope = { workspace: 'default', user: 'default', collection: 'default' };
  const [node] = await graph.get(scope as Parameters<typeof graph.get>[0], [id]);
  if (!node) throw new Error('The fact is not there');
  const properties = { ...node.properties, metadata: { n: '1' } };
  // The document is not made again: its version is said to be indexed.
  await graph.commit(scope as Parameters<typeof graph.get>[0], { nodes: [{ ...node, properties, indexedVersion: 2 }] });
  expect(await facts.retrieve({ query: 'Bern' })).toEqual(['Anne lives in Bern']);
  expect(await facts.retrieve({ query: 'Bern', filter: above(3) })).toEqual([]);
});

test('a conversation finds its own facts by a filter, and no other does', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Anne lives in Bern', metadata: { n: '5' }, visibility: 'conversation', conversation_id: 'c1' });
  expect(await facts.retrieve({ query: 'Anne', filter: above(1), conversation_id: 'c1' })).toHaveLength(1);
  expect(await facts.retrieve({ query: 'Anne', filter: above(1), conversation_id: 'c2' })).toEqual([]);
  expect(await facts.retrieve({ query: 'Anne', filter: above(5), conversation_id: 'c1' })).toEqual([]);
});

test('what was believed at a time is filtered as it was then', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ clock });
  const { caller, ports } = facts.fleet;
  const id = await facts.store({ content: 'Anne lives in Bern', metadata: { n: '5' } });
  const gone = await facts.store({ content: 'Anne lives in Basel', metadata: { n: '7' } });
  await facts.store({ content: 'Anne lives in Chur', metadata: { n: '1' } });
  const as_of = new Date(clock.now()).toISOString();
  await clock.advance(60_000);
  await caller.call('facts', 'delete', { fact_id: gone });
  const scope = { workspace: 'default', user: 'default', collection: 'default' } as Parameters<typeof ports.graph.get>[0];
  const [node] = await ports.graph.get(scope, [id]);
  if (!node) throw new Error('The fact is not there');
  const changed = {
    ...node,
    properties: { ...node.properties, metadata: { n: '0' } },
    updatedAt: new Date(clock.now()).toISOString(),
  };
  await ports.graph.commit(scope, { nodes: [{ ...changed, record: 'updated' }] });
  // The index follows: it knows nothing of what passed then.
  await clock.advance(5_000);
  await facts.fleet.settled();
  expect((await facts.retrieve({ query: 'Anne lives', filter: above(3), as_of })).toSorted()).toEqual([
    'Anne lives in Basel',
    'Anne lives in Bern',
  ]);
  expect(await facts.retrieve({ query: 'Anne lives', filter: above(3) })).toEqual([]);
  expect(await pagesOf(facts, { filter: above(3), as_of, limit: 1 })).toEqual([['7'], ['5']]);
});

test('what passes now is found at a time past many better ones that do not', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ clock });
  await storeNumbered(facts, 120);
  await facts.store({ content: 'Anne sings', metadata: { n: '999' } });
  const as_of = new Date(clock.now()).toISOString();
  expect(await facts.retrieve({ query: 'Which film has Anne seen?', filter: above(900), as_of })).toEqual(['Anne sings']);
});

test('a page is full of facts that pass, and the pages miss nothing', async () => {
  await using facts = await startFacts();
  await storeNumbered(facts, 40);
  const filter: Init<Filter> = { metadata: [{ key: 'n', in: ['1', '2.0', '17', '18', '39'] }] };
  expect(await pagesOf(facts, { filter, limit: 2 })).toEqual([['39', '18'], ['17', '2'], ['1']]);
  expect(await pagesOf(facts, { filter, limit: 5 })).toEqual([['39', '18', '17', '2', '1']]);
  expect(await pagesOf(facts, { filter: above(99), limit: 2 })).toEqual([[]]);
});

test('metadata of any values is answered as texts and as JSON, and filtered by its texts', async () => {
  await using facts = await startFacts();
  const metadata_json = '{"n":5,"deep":{"list":[true,null]}}';
  const fact_id = await facts.store({ content: 'Anne lives in Bern', metadata_json });
  await facts.store({ content: 'Anne plays the cello', metadata: { n: '5' } });
  const { fact } = await facts.fleet.caller.call('facts', 'get', { fact_id });
  expect(fact).toMatchObject({ metadata: { n: '5', deep: '{"list":[true,null]}' }, metadata_json });
  expect(await facts.retrieve({ query: 'Anne', filter: above(4) })).toHaveLength(2);
  const deep: Init<Filter> = { metadata: [{ key: 'deep', equals: '{"list":[true,null]}' }] };
  expect(await facts.retrieve({ query: 'Anne', filter: deep })).toEqual(['Anne lives in Bern']);
});

test('until the documents of an earlier version are made again, the receipt says so', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ clock });
  const { caller, ports } = facts.fleet;
  const id = await facts.store({ content: 'Anne lives in Bern', metadata: { n: '5' } });
  await facts.store({ content: 'Anne lived in Basel', metadata: { n: '6' } });
  const scope = { workspace: 'default', user: 'default', collection: 'default' } as Parameters<typeof ports.graph.get>[0];
  const [document] = await ports.searchIndex.get(scope, [id]);
  if (!document) throw new Error('The document is not there');
  await ports.searchIndex.put(scope, [{ ...document, attributes: null }]);
  const ask = () => caller.call('facts', 'retrieve', { query: 'Anne', filter: above(1) });
  const before = await ask();
  expect(before.receipt.degraded).toEqual(['filter']);
  expect(before.facts.map(({ content }) => content)).toEqual(['Anne lived in Basel']);
  const as_of = new Date(clock.now()).toISOString();
  const past = await caller.call('facts', 'retrieve', { query: 'Anne', filter: above(1), as_of });
  expect(past.receipt.degraded).toEqual(['filter']);
  expect((await caller.call('facts', 'retrieve', { query: 'Anne' })).receipt.degraded).toEqual([]);
  await clock.advance(5_000);
  await facts.fleet.settled();
  const after = await ask();
  expect(after.receipt.degraded).toEqual([]);
  expect(after.facts).toHaveLength(2);
});

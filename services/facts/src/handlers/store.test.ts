import { type Event, parseRequest } from '@agent-mem/contract';
import { hashEmbedder } from '@agent-mem/llm';
import { subscribeEvents } from '@agent-mem/messaging';
import { conflictsRetried, readConfig } from '@agent-mem/runtime';
import { bareContext, defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';
import { variables } from '../config.ts';
import { store } from './store.ts';

test('a fact is found by its words and its vector as soon as it is stored', async () => {
  await using facts = await startFacts();
  const { caller, ports } = facts.fleet;
  const { fact_id, created } = await caller.call('facts', 'store', { content: "The user's wife is named Anne" });
  expect(fact_id).toMatch(/^fact_/);
  expect(created).toBe(true);
  expect(await facts.retrieve({ query: 'Who is Anne?' })).toEqual(["The user's wife is named Anne"]);
  const { fact } = await caller.call('facts', 'get', { fact_id, include_embedding: true });
  expect(fact.embedding).toHaveLength(64);
  expect(await ports.graph.unindexed(['Fact'], 10)).toEqual([]);
});

test('a hundred stores of one text at once are one fact, told once', async () => {
  await using facts = await startFacts();
  const published: Event[] = [];
  await using _ = await subscribeEvents(facts.fleet.ports.bus, 'test', async (event) => void published.push(event));
  const ids = await Promise.all(Array.from({ length: 100 }, () => facts.store({ content: 'Water is wet' })));
  expect(new Set(ids).size).toBe(1);
  expect(await facts.list()).toEqual(['Water is wet']);
  await facts.fleet.settled();
  expect(published.map(({ type, data }) => [type, data.fact_stored?.fact_id])).toEqual([['fact-stored', ids[0]]]);
});

test('guards alone keep a hundred writers that meet to one fact a text', async () => {
  await using facts = await startFacts();
  const context = bareContext(facts.fleet, readConfig(variables, {}));
  const requests = Array.from({ length: 100 }, (_, index) => parseRequest('facts', 'store', { content: `Fact ${index % 5}` }));
  const answers = await Promise.all(requests.map((request) => conflictsRetried(context.signal, () => store(request, context))));
  expect(new Set(answers.map(({ fact_id }) => fact_id)).size).toBe(5);
  expect(answers.filter(({ created }) => created)).toHaveLength(5);
  expect(await facts.list()).toHaveLength(5);
});

test('a text may be kept by a conversation beside the scope, but not once the scope has it', async () => {
  await using facts = await startFacts();
  const own = { content: 'I am tired', visibility: 'conversation', conversation_id: 'c1' } as const;
  const ids = [
    await facts.store(own),
    await facts.store({ content: 'I am tired' }),
    await facts.store({ ...own, conversation_id: 'c2' }),
  ];
  expect(ids[1]).not.toBe(ids[0]);
  expect(ids[2]).toBe(ids[1]);
});

test('the same request under the same key has the same answer, even after the fact is gone', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const first = await caller.call('facts', 'store', { content: 'Water is wet' }, { idempotencyKey: 'k1' });
  await caller.call('facts', 'delete', { fact_id: first.fact_id });
  const again = await caller.call('facts', 'store', { content: 'Water is wet' }, { idempotencyKey: 'k1' });
  expect(again).toEqual(first);
  expect(await facts.list()).toEqual([]);
});

test('another request under the same key is refused', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  await caller.call('facts', 'store', { content: 'Water is wet' }, { idempotencyKey: 'k1' });
  const other = caller.call('facts', 'store', { content: 'Fire is hot' }, { idempotencyKey: 'k1' });
  await expect(other).rejects.toMatchObject({ type: 'already-exists' });
  expect(await facts.list()).toEqual(['Water is wet']);
});

test('the key of an answer that was a duplicate is kept too', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Water is wet' });
  const duplicate = await caller.call('facts', 'store', { content: 'Water is wet' }, { idempotencyKey: 'k2' });
  expect(duplicate).toMatchObject({ fact_id, created: false });
  await caller.call('facts', 'delete', { fact_id });
  expect(await caller.call('facts', 'store', { content: 'Water is wet' }, { idempotencyKey: 'k2' })).toEqual(duplicate);
});

test('scopes do not share texts', async () => {
  await using facts = await startFacts();
  const ids = [
    await facts.store({ content: 'Water is wet', user: 'u1' }),
    await facts.store({ content: 'Water is wet', user: 'u2' }),
    await facts.store({ content: 'Water is wet', user: 'u1', collection: 'work' }),
  ];
  expect(new Set(ids).size).toBe(3);
});

test('a given vector of our embedder is kept as it is, at unit length', async () => {
  const embedder = hashEmbedder();
  await using facts = await startFacts({
    embedder: { ...embedder, embed: () => Promise.reject(new Error('must not be asked')) },
  });
  const embedding = Array.from({ length: 64 }, (_, index) => (index === 3 ? 2 : 0));
  const fact_id = await facts.store({ content: 'Water is wet', embedding, embedder: embedder.id });
  const { fact } = await facts.fleet.caller.call('facts', 'get', { fact_id, include_embedding: true });
  expect(fact.embedding.indexOf(1)).toBe(3);
  expect(await facts.retrieve({ embedding, query: '' })).toEqual(['Water is wet']);
});

test('an embedder that is down does not fail a store, and the words are found', async () => {
  const dead = { ...hashEmbedder(), embed: () => Promise.reject(new Error('down')) };
  await using facts = await startFacts({ embedder: dead });
  await facts.store({ content: 'Water is wet' });
  expect(await facts.retrieve({ query: 'wet water' })).toEqual(['Water is wet']);
  const { receipt } = await facts.fleet.caller.call('facts', 'retrieve', { query: 'wet water' });
  expect(receipt.degraded).toEqual(['dense']);
});

test('an embedder that hangs holds a store up only for a moment', async () => {
  const clock = turnedClock();
  const hanging = { ...hashEmbedder(), embed: () => new Promise<never>(() => undefined) };
  const facts = await startFacts({ embedder: hanging, clock });
  const stored = facts.store({ content: 'Water is wet' });
  await clock.advance(1_000);
  const fact_id = await stored;
  const documents = await facts.fleet.ports.searchIndex.get(defaultScope, [fact_id]);
  expect(documents.map(({ terms, vectors }) => [Object.keys(terms).length > 0, vectors])).toEqual([[true, []]]);
  // A stop, too, leaves what hangs after its time, which a turned clock has to be told.
  let isStopped = false;
  const stopped = facts[Symbol.asyncDispose]().then(() => {
    isStopped = true;
  });
  while (!isStopped) await clock.advance(1_000);
  await stopped;
});

const largeMetadata = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`k${index}`, 'x'.repeat(8_192)]));

test.each([
  [{ content: 'x'.repeat(65_537) }, /content: must be at most 65536 bytes/],
  [{ content: 'x', metadata: largeMetadata }, /^fact: must be at most 524288 bytes of JSON in all/],
])('%.70j is too long', async (request, message) => {
  await using facts = await startFacts();
  await expect(facts.store(request)).rejects.toMatchObject({ type: 'out-of-range', message: expect.stringMatching(message) });
  expect(await facts.list()).toEqual([]);
});

test.each([
  [{}, /content: is required/],
  [{ content: '  ' }, /content: must not be blank/],
  [{ content: '\u200b\u200d\ufeff' }, /content: must not be blank/],
  [{ content: 'x', confidence: 2 }, /confidence: must be from 0 to 1/],
  [{ content: 'x', visibility: 'conversation' as const }, /^conversation_id: is required for visibility/],
  [{ content: 'x', embedding: [1] }, /^embedder: is required/],
  [{ content: 'x', embedding: [1], embedder: 'another' }, /^embedder: must be hash-64, got another/],
  [{ content: 'x', embedding: [1], embedder: 'hash-64' }, /^embedding: must have 64 numbers/],
  [{ content: 'x', valid_from: '2026-02-01', valid_to: '2026-01-01' }, /^valid_to: must not be before/],
])('%.70j is refused by name', async (request, message) => {
  await using facts = await startFacts();
  await expect(facts.store(request)).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(message) });
  expect(await facts.list()).toEqual([]);
});

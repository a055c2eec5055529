import { hashEmbedder } from '@agent-mem/llm';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';

const annes = ['Anne lives in Bern', 'Anne plays the cello', 'Anne is the wife of Carl'];

test('the best come first, with the receipt that names them, and not more than asked for', async () => {
  await using facts = await startFacts();
  for (const content of [...annes, 'Water is wet']) await facts.store({ content });
  const answer = await facts.fleet.caller.call('facts', 'retrieve', { query: 'Where does Anne live, in Bern?', top_k: 2 });
  expect(answer.facts).toHaveLength(2);
  expect(answer.facts[0]?.content).toBe('Anne lives in Bern');
  expect(answer.facts[0]?.score).toBeGreaterThan(answer.facts[1]?.score ?? 1);
  expect(answer.facts.map(({ scores }) => scores)).toEqual([{}, {}]);
  expect(answer.receipt.items.map(({ id }) => id)).toEqual(answer.facts.map(({ id }) => id));
  expect(answer.receipt.items[0]?.tokens).toBe(4);
  expect(answer.receipt.tokens).toBe(answer.receipt.items.reduce((sum, { tokens }) => sum + tokens, 0));
});

test('where the index still finds a fact that was superseded a moment ago, the next best is answered', async () => {
  await using facts = await startFacts();
  const first = await facts.store({ content: 'The ferry to Ischia leaves at nine' });
  await facts.store({ content: 'The ferry to Ischia and Procida leaves at ten' });
  const asked = { query: 'When does the ferry to Ischia leave, at nine?', top_k: 1 };
  expect(await facts.retrieve(asked)).toEqual(['The ferry to Ischia leaves at nine']);
  const { graph } = facts.fleet.ports;
  const nodes = await graph.get(defaultScope, [first]);
  // The document is made after the commit: until then the index knows the fact as active.
  await graph.commit(defaultScope, { nodes: nodes.map((node) => ({ ...node, status: 'SUPERSEDED' })) });
  expect(await facts.retrieve(asked)).toEqual(['The ferry to Ischia and Procida leaves at ten']);
});

test('explain answers the score by stage', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Anne lives in Bern' });
  const { facts: found } = await facts.fleet.caller.call('facts', 'retrieve', { query: 'Bern', explain: true });
  expect(Object.keys(found[0]?.scores ?? {})).toEqual(expect.arrayContaining(['lexical', 'cosine']));
});

test('vectors and weights come when they are asked for', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Anne lives in Bern' });
  const { caller } = facts.fleet;
  expect((await caller.call('facts', 'retrieve', { query: 'Bern' })).facts[0]?.embedding).toEqual([]);
  const { facts: found } = await caller.call('facts', 'retrieve', {
    query: 'Bern',
    include_embedding: true,
    include_weights: true,
  });
  expect(found[0]?.embedding).toHaveLength(64);
  expect(found[0]?.weight).toBeNull();
});

test('a slip finds what was meant among what the other words find', async () => {
  await using facts = await startFacts({ environment: { RECALL_LEXICAL_ONLY: '*/*/*' } });
  for (const content of [...annes, 'Anne built herself a glasshouse', 'Anne sings']) await facts.store({ content });
  expect((await facts.retrieve({ query: "Anne's glashuose" }))[0]).toBe('Anne built herself a glasshouse');
});

test('of what was true one after the other, a question for now gets the last, and one for before the first', async () => {
  await using facts = await startFacts({ environment: { RECALL_LEXICAL_ONLY: '*/*/*' } });
  for (const [year, city] of [
    [2024, 'Bern'],
    [2026, 'Basel'],
    [2025, 'Chur'],
  ])
    await facts.store({ content: `Anne lives in ${city}`, timestamp: `${year}-05-01T00:00:00Z` });
  expect((await facts.retrieve({ query: 'Which city does Anne live in now?' }))[0]).toBe('Anne lives in Basel');
  expect((await facts.retrieve({ query: 'Which city did Anne live in before?' }))[0]).toBe('Anne lives in Bern');
});

test('what was said at a time is found by that time', async () => {
  await using facts = await startFacts();
  for (const month of ['03', '04', '05'])
    await facts.store({ content: `Anne bought a bicycle, number ${month}`, timestamp: `2025-${month}-11T00:00:00Z` });
  expect((await facts.retrieve({ query: 'What did Anne buy in April 2025?' }))[0]).toBe('Anne bought a bicycle, number 04');
});

test('facts under the threshold are left out', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Anne lives in Bern' });
  expect(await facts.retrieve({ query: 'Bern', score_threshold: 1 })).toEqual([]);
});

test('other scopes see nothing', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Anne lives in Bern', user: 'u1', collection: 'work', workspace: 'w1' });
  const asked = { query: 'Anne Bern', user: 'u1', collection: 'work', workspace: 'w1' };
  expect(await facts.retrieve(asked)).toHaveLength(1);
  expect(await facts.retrieve({ ...asked, user: 'u2' })).toEqual([]);
  expect(await facts.retrieve({ ...asked, collection: 'home' })).toEqual([]);
  expect(await facts.retrieve({ ...asked, workspace: 'w2' })).toEqual([]);
});

test('what one conversation keeps to itself only that conversation sees', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Anne lives in Bern', visibility: 'conversation', conversation_id: 'c1' });
  expect(await facts.retrieve({ query: 'Anne', conversation_id: 'c1' })).toEqual(['Anne lives in Bern']);
  expect(await facts.retrieve({ query: 'Anne', conversation_id: 'c2' })).toEqual([]);
  expect(await facts.retrieve({ query: 'Anne' })).toEqual([]);
});

test('an index that is behind never shows what the Graph has deleted', async () => {
  await using facts = await startFacts();
  const { caller, ports } = facts.fleet;
  const fact_id = await facts.store({ content: 'Anne lives in Bern' });
  const { scope, node } = await storedIn(facts, fact_id);
  const [document] = await ports.searchIndex.get(scope, [fact_id]);
  if (!document) throw new Error('the fact has no document');
  await caller.call('facts', 'delete', { fact_id });
  await ports.searchIndex.put(scope, [{ ...document, version: node.version + 5 }]);
  const answer = await caller.call('facts', 'retrieve', { query: 'Anne' });
  expect(answer).toMatchObject({ facts: [], receipt: { items: [], left_out: 0 } });
});

test('as of a time it finds what was believed then, by words and by meaning', async () => {
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
  await facts.store({ content: 'The user lives in Bern' });
  await facts.store({ content: 'Anne keeps bees' });
  const ownOfConversation = { content: 'Anne keeps geese', visibility: 'conversation', conversation_id: 'c1' } as const;
  const geese = await facts.store(ownOfConversation);
  await later();
  await facts.store({ content: 'The user lives in Basel' });
  await caller.call('facts', 'delete', { fact_id: geese });
  await later();
  const [first = '', second = ''] = times;
  const query = 'Where does the user live?';
  expect(await facts.retrieve({ query })).toEqual(['The user lives in Basel']);
  expect(await facts.retrieve({ query, as_of: second })).toEqual(['The user lives in Basel']);
  const then = await caller.call('facts', 'retrieve', { query, as_of: first, explain: true });
  expect(then.facts).toMatchObject([{ content: 'The user lives in Bern', status: 'ACTIVE', replaced_by: null, valid_to: null }]);
  expect(then.facts[0]?.scores).toMatchObject({ cosine: expect.any(Number), lexical: expect.any(Number) });
  expect(then.receipt.items.map(({ id }) => id)).toEqual(then.facts.map(({ id }) => id));
  expect(await facts.retrieve({ query, as_of: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect(await facts.retrieve({ query: 'Anne', as_of: first })).toEqual(['Anne keeps bees']);
  const ofConversation = await facts.retrieve({ query: 'Anne', as_of: first, conversation_id: 'c1' });
  expect(ofConversation.toSorted()).toEqual(['Anne keeps bees', 'Anne keeps geese']);
});

test.each([
  [{ query: ' ' }, 'invalid-argument', /^query: is required/],
  [{ query: 'x', top_k: 0 }, 'invalid-argument', /top_k: must be from 1 to 100, got 0/],
  [{ query: 'x', top_k: 101 }, 'invalid-argument', /top_k/],
  [{ query: 'x', embedding: [1, 2] }, 'invalid-argument', /^embedding: must have 64 numbers/],
  [{ query: 'x', embedding: [1, 2], embedder: 'another' }, 'invalid-argument', /^embedder: must be hash-64/],
  [{ query: 'x', as_of: 'yesterday' }, 'invalid-argument', /as_of: /],
])('%j is refused by name', async (request, type, message) => {
  await using facts = await startFacts();
  await expect(facts.retrieve(request)).rejects.toMatchObject({ type, message: expect.stringMatching(message) });
});

async function storedIn({ fleet }: Awaited<ReturnType<typeof startFacts>>, id: string) {
  const scopes = await Array.fromAsync(fleet.ports.graph.scopes());
  const [scope] = scopes;
  if (!scope) throw new Error('nothing is stored');
  const [node] = await fleet.ports.graph.get(scope, [id]);
  if (!node) throw new Error(`${id} is not stored`);
  return { scope, node };
}

test('the past is found by the meaning of what was believed then, and what is still believed is not embedded again', async () => {
  const clock = turnedClock();
  const embed = vi.fn(hashEmbedder().embed);
  await using facts = await startFacts({ clock, embedder: { ...hashEmbedder(), embed } });
  const fact_id = await facts.store({ content: 'Anne drinks tea' });
  await facts.store({ content: 'Anne has a dog' });
  const before = new Date(clock.now()).toISOString();
  await clock.advance(1_000);
  await facts.fleet.caller.call('facts', 'update', { fact_id, content: 'Anne drinks milk' });
  embed.mockClear();
  expect(await facts.retrieve({ query: 'What does Anne drink?', as_of: before })).toContain('Anne drinks tea');
  expect(embed.mock.calls.flatMap(([texts]) => texts).toSorted()).toEqual(['Anne drinks tea', 'What does Anne drink?']);
});

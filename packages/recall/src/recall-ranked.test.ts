import { scopeOf } from '@agent-mem/contract';
import { type Embedder, hashEmbedder } from '@agent-mem/llm';
import { createMemorySearchIndex } from '@agent-mem/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentOf, idsOf, recallContext, scope, signal } from '../test/recall-fixture.ts';
import type { RecallContext, RecallRequest } from './recall.ts';
import { recall } from './recall-ranked.ts';
import { tierReceipt } from './receipts/tier-receipt.ts';
import type { Stretch } from './stretch.ts';

const elsewhere = scopeOf({ workspace: 'default', user: 'bo', collection: 'default' });
const asked = (query: string, more: Partial<RecallRequest> = {}): RecallRequest => ({
  kinds: ['Fact'],
  use: 'facts',
  query,
  topK: 5,
  // Of the test's embedder: texts without a word in common are less alike than this.
  parameters: { least_cosine: 0.4 },
  ...more,
});

/** Counts how often it was asked. */
function counting(inner: Embedder = hashEmbedder()): Embedder & { calls: number } {
  return {
    id: inner.id,
    dimensions: inner.dimensions,
    calls: 0,
    embed(texts, options) {
      this.calls += 1;
      return inner.embed(texts, options);
    },
  };
}

let context: RecallContext & { embedder: ReturnType<typeof counting> };

beforeEach(async () => {
  const searchIndex = createMemorySearchIndex();
  const embedder = counting();
  context = { ...recallContext({ searchIndex }), embedder };
  const texts = {
    wife: "The user's wife is named Anne",
    city: 'The user lives in Lisbon',
    cat: 'The cat is named Miso',
    tea: 'The user likes green tea',
  };
  await searchIndex.put(scope, await Promise.all(Object.entries(texts).map(([id, text]) => documentOf(id, text))));
  embedder.calls = 0;
});

it('lifts what answered such a question, and does without past questions that cannot be read', async () => {
  const query = 'What is the name of my wife Anne?';
  const plain = await recall(context, scope, asked(query));
  const answeredBy = [{ id: 'cat', weight: 1 }];
  const learned = await recall(context, scope, {
    ...asked(query),
    pastQuestions: async () => [{ terms: ['name', 'wife'], answeredBy }],
  });
  const liftOf = (found: typeof plain) => found.items.find(({ id }) => id === 'cat')?.scores.asked_before;
  expect([liftOf(plain), liftOf(learned)]).toEqual([0, expect.closeTo(0.12, 6)]);
  const without = await recall(context, scope, { ...asked(query), pastQuestions: () => Promise.reject(new Error('away')) });
  expect(without.degraded).toEqual(['asked_before']);
  expect(without.items.map(({ scores }) => scores.ranking)).toEqual(plain.items.map(({ scores }) => scores.ranking));
});

it('finds by words, best first, and nothing that has nothing in common with the query', async () => {
  const found = await recall(context, scope, asked('What is the name of my wife Anne?'));
  expect(idsOf(found)).toEqual(['wife', 'cat']);
  expect(found).toMatchObject({ degraded: [], leftOut: 0 });
  expect(found.bestScore).toBe(found.items[0]?.score);
  expect(found.items[0]?.scores).toMatchObject({
    lexical: expect.any(Number),
    cosine: expect.any(Number),
    sum: expect.any(Number),
    relevance: found.items[0]?.score,
    ranking: expect.any(Number),
  });
  expect(idsOf(await recall(context, scope, asked('quantum chromodynamics')))).toEqual([]);
  expect((await recall(context, scope, asked('quantum chromodynamics'))).bestScore).toBeNull();
});

it('finds nothing in another scope', async () => {
  expect(idsOf(await recall(context, elsewhere, asked('Anne')))).toEqual([]);
});

it('takes the best k above the threshold and counts the rest', async () => {
  const found = await recall(context, scope, asked('user', { topK: 2 }));
  expect(found.items).toHaveLength(2);
  expect(found.leftOut).toBe(1);
  const none = await recall(context, scope, asked('user', { scoreThreshold: 1 }));
  expect(none).toMatchObject({ items: [], leftOut: 0 });
  expect(none.bestScore).toBeGreaterThan(0);
});

it('sees what belongs to a conversation only from there', async () => {
  const hidden = await documentOf('secret', 'Anne plans a party', { conversationId: 'c1', visibility: 'conversation' });
  await context.searchIndex.put(scope, [hidden]);
  expect(idsOf(await recall(context, scope, asked('party')))).toEqual([]);
  expect(idsOf(await recall(context, scope, asked('party', { visibleFrom: 'c1' })))).toEqual(['secret']);
  expect(idsOf(await recall(context, scope, asked('Anne', { visibleFrom: 'c1', within: [{ conversationId: 'c1' }] })))).toEqual([
    'secret',
  ]);
});

it('finds what stands in a stretch of a conversation, and looks at nothing beside it', async () => {
  const said = await Promise.all(
    [1, 2, 3].map((ordinal) => documentOf(`c1/${ordinal}`, `Anne ran ${ordinal} miles`, { conversationId: 'c1', ordinal })),
  );
  await context.searchIndex.put(scope, said);
  const found = async (within: readonly Stretch[]) => idsOf(await recall(context, scope, asked('Anne ran', { within }))).sort();
  const c1 = { conversationId: 'c1' };
  expect(await found([c1])).toEqual(['c1/1', 'c1/2', 'c1/3']);
  expect(
    await found([
      { ...c1, to: 1 },
      { ...c1, from: 3 },
    ]),
  ).toEqual(['c1/1', 'c1/3']);
  expect(await found([{ ...c1, from: 2, to: 2 }])).toEqual(['c1/2']);
  expect(await found([])).toEqual([]);
});

describe("the query's vector", () => {
  it('is made once for the same text', async () => {
    await recall(context, scope, asked('Anne'));
    await recall(context, scope, asked('Anne'));
    expect(context.embedder.calls).toBe(1);
    await recall(context, scope, asked('Bo'));
    expect(context.embedder.calls).toBe(2);
  });

  it('is forgotten when 500 others were asked since', async () => {
    for (const query of ['first', ...Array.from({ length: 500 }, (_, index) => `other ${index}`), 'first']) {
      await recall(context, scope, asked(query));
    }
    expect(context.embedder.calls).toBe(502);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['never comes, whatever its signal says', () => new Promise<never>(() => {})],
  ])('is done without when the embedder %s', async (_, embed) => {
    const embedder = { ...hashEmbedder(), embed };
    const found = await recall({ ...context, embedder, timeLeftMs: () => 5 }, scope, asked('wife'));
    expect(idsOf(found)).toEqual(['wife']);
    expect(found.degraded).toEqual(['dense']);
    expect(found.items[0]?.scores.cosine).toBe(0);
  });

  it('is not even asked for when there is no time', async () => {
    const found = await recall({ ...context, timeLeftMs: () => 0 }, scope, asked('wife'));
    expect(found.degraded).toEqual(['dense']);
    expect(context.embedder.calls).toBe(0);
  });

  it('is all there is for a query of stop words', async () => {
    expect(await recall(context, scope, asked('the of and'))).toMatchObject({ degraded: [] });
    expect(idsOf(await recall(context, scope, asked('')))).toEqual([]);
  });

  it('may be given, and is then measured without words', async () => {
    const [vector] = await hashEmbedder().embed(['The cat is named Miso'], { signal });
    const embedding = Array.from(vector ?? [], (value) => value * 7);
    const found = await recall(context, scope, asked('', { embedding, embedder: context.embedder.id }));
    expect(found.items[0]).toMatchObject({ id: 'cat', score: expect.closeTo(1) });
    expect(context.embedder.calls).toBe(0);
  });

  it('is refused when another embedder made it, or it has other dimensions', async () => {
    const embedding = Array.from({ length: 64 }, () => 1);
    const other = recall(context, scope, asked('', { embedding, embedder: 'other-1' }));
    await expect(other).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(/^embedder: /) });
    const short = recall(context, scope, asked('', { embedding: [1, 2], embedder: context.embedder.id }));
    await expect(short).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(/^embedding: /) });
  });
});

it('makes a receipt with the tokens of each item', async () => {
  const found = await recall(context, scope, asked('Anne wife cat', { topK: 1 }));
  const receipt = tierReceipt(found, ({ id }) => id.length);
  expect(receipt).toEqual({
    items: [{ id: 'wife', score: expect.closeTo(found.items[0]?.score ?? 0, 3), tokens: 4 }],
    tokens: 4,
    ms: 0,
    left_out: 1,
    degraded: [],
    error: null,
    stages_ms: expect.objectContaining({ search: expect.any(Number), rank: expect.any(Number) }),
    best_score: expect.closeTo(found.bestScore ?? 0, 3),
    disabled: false,
    left_out_items: [{ id: 'cat', reason: 'top_k' }],
  });
  expect(String(receipt.best_score)).toMatch(/^0\.\d{1,4}$/);
});

it('says of what was left out why', async () => {
  const strict = await recall(context, scope, asked('Anne wife cat', { scoreThreshold: 0.3 }));
  expect(strict.items.map(({ id }) => id)).toEqual(['wife']);
  expect(strict).toMatchObject({ leftOut: 0, leftOutItems: [{ id: 'cat', reason: 'score_threshold' }] });
});

it('a word that nobody has written finds a word of like meaning, as the embedder compares them; without the question’s vector none is compared', async () => {
  await context.searchIndex.put(scope, [
    await documentOf('teacher', 'Rosa taught in Porto', { fields: { spellings: 'rosa taught porto' } }),
    await documentOf('tram', 'Rosa drove in Porto', { fields: { spellings: 'rosa drove porto' } }),
  ]);
  const alike = {
    ...hashEmbedder(),
    likenessTo: (word: string) => (other: string) => (word === 'profession' && other === 'taught' ? 0.9 : 0),
  };
  const found = async (more: Partial<RecallRequest> = {}) => {
    const { items } = await recall({ ...context, embedder: alike }, scope, asked('profession of Rosa', more));
    return new Map(items.map(({ id, scores }) => [id, scores.lexical ?? 0]));
  };
  const byMeaning = await found();
  expect(byMeaning.get('teacher')).toBeGreaterThan((byMeaning.get('tram') ?? 1) + 0.1);
  const byWords = await found({ parameters: { dense: 0 } });
  expect(byWords.get('teacher')).toBeCloseTo(byWords.get('tram') ?? 0);
});

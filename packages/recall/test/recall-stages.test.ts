import type { Reranker } from '@agent-mem/llm';
import type { SearchIndex } from '@agent-mem/storage';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecallContext, RecallRequest } from '../src/recall.ts';
import { recall } from '../src/recall-ranked.ts';
import { documentOf, idsOf, messageAt, recallContext, scope } from './recall-fixture.ts';

const asked = (query: string, more: Partial<RecallRequest> = {}): RecallRequest => ({
  kinds: ['Message'],
  use: 'messages',
  query,
  ...more,
});
const said = [
  'Where is the red lantern?',
  'It hangs in the hall, beside the coats',
  'Thanks',
  'We should paint the fence',
  'In blue, as the gate',
];

let context: RecallContext;

beforeEach(async () => {
  context = recallContext();
  await context.searchIndex.put(scope, await Promise.all(said.map((text, index) => messageAt(index + 1, text))));
});

describe('neighbours', () => {
  const answered = async (more: Partial<RecallRequest> = {}) => idsOf(await recall(context, scope, asked('red lantern?', more)));

  it('of what shares words with the question may be its answer', async () => {
    expect(await answered()).toContain('m2');
    expect(await answered()).not.toContain('m5');
  });

  it('are not looked at where a parameter says so', async () => {
    expect(await answered({ parameters: { widened: 0, dense: 0 } })).toEqual(['m1']);
  });

  it('that the asker cannot see are not answered', async () => {
    await context.searchIndex.put(scope, [await messageAt(2, said[1] ?? '', { version: 2, role: 'tool' })]);
    expect(await answered({ roles: ['user'], parameters: { least_cosine: 1 } })).not.toContain('m2');
    await context.searchIndex.put(scope, [await messageAt(2, said[1] ?? '', { version: 3, visibility: 'conversation' })]);
    expect(await answered({ parameters: { least_cosine: 1 } })).not.toContain('m2');
    expect(await answered({ visibleFrom: 'c', parameters: { least_cosine: 1 } })).toContain('m2');
  });

  it('are left out where a filter is given, which they need not pass', async () => {
    const attributes = { metadata: {}, tags: ['red'] };
    await context.searchIndex.put(scope, [await messageAt(1, said[0] ?? '', { version: 2, attributes })]);
    const filter = { metadata: [], tagsAny: ['red'], tagsAll: [] };
    expect(await answered({ filter })).toEqual(['m1']);
  });

  it('are asked for in one call, and none that is there already', async () => {
    const at = vi.spyOn(context.searchIndex, 'at');
    await recall(context, scope, asked('lantern fence', { parameters: { dense: 0 } }));
    expect(at).toHaveBeenCalledTimes(1);
    const ordinals = at.mock.calls[0]?.[1].map(({ ordinal }) => ordinal);
    expect(ordinals?.toSorted()).toEqual([2, 3, 5, 6, 7]);
  });
});

it('tells what each stage took, and of each item what each stage gave', async () => {
  const found = await recall(context, scope, asked('red lantern'));
  expect(Object.keys(found.stagesMs).sort()).toEqual(['dense', 'neighbours', 'rank', 'search', 'statistics']);
  for (const ms of Object.values(found.stagesMs)) expect(ms).toBeGreaterThanOrEqual(0);
  expect(found.items[0]?.scores).toMatchObject({
    ...{ lexical: expect.any(Number), cosine: expect.any(Number), relevance: found.items[0]?.score },
    ...{ words: expect.any(Number), session: expect.any(Number), dense: expect.any(Number) },
    ...{ sum: expect.any(Number), ranking: expect.any(Number) },
  });
});

it('says the best score there was where nothing is good enough', async () => {
  const found = await recall(context, scope, asked('red lantern', { scoreThreshold: 1 }));
  expect(found.items).toEqual([]);
  expect(found.bestScore).toBeGreaterThan(0.3);
});

it('looks for the rarest written terms of a question that is a whole text', async () => {
  const words = Array.from({ length: 200 }, (_, number) => `word${number}`);
  await context.searchIndex.put(scope, [
    await messageAt(100, words.join(' ')),
    await messageAt(101, `${words.slice(0, 150).join(' ')} lantern`),
  ]);
  const search = vi.spyOn(context.searchIndex, 'search');
  const unwritten = words.map((word) => `un${word}`);
  const found = await recall(context, scope, asked([...unwritten, 'lantern', ...words].join(' ')));
  const terms = search.mock.calls[0]?.[1].terms?.map(({ term }) => term);
  expect(terms).toHaveLength(128);
  expect(terms).toEqual(expect.arrayContaining(words.slice(150)));
  expect(found.items[0]?.id).toBe('m100');
});

it('finds by the speaker that is named', async () => {
  const { searchIndex } = context;
  await searchIndex.put(scope, [
    await messageAt(20, 'I bought a kettle', { speaker: 'Ann' }),
    await messageAt(40, 'I bought a kettle', { speaker: 'Bo' }),
  ]);
  expect(idsOf(await recall(context, scope, asked('Which kettle did Bo buy?', { topK: 1 })))).toEqual(['m40']);
  expect(idsOf(await recall(context, scope, asked('Which kettle did Ann buy?', { topK: 1 })))).toEqual(['m20']);
});

describe('a cross-encoder', () => {
  const textsOf = async (ids: readonly string[]) => new Map(ids.map((id) => [id, said[Number(id.slice(1)) - 1] ?? '']));
  /** Finds good what is about paint, and little else. */
  const painter = (): Reranker & { rerank: ReturnType<typeof vi.fn<Reranker['rerank']>> } => ({
    id: 'painter',
    rerank: vi.fn(async (_, texts) => texts.map((text) => (text.includes('paint') ? 4 : -4))),
  });

  it('has its say about the best, at most fifty, and its sigmoid is the score', async () => {
    const reranker = painter();
    const many = await Promise.all(Array.from({ length: 60 }, (_, index) => messageAt(index + 100, `lantern ${index}`)));
    await context.searchIndex.put(scope, many);
    const found = await recall(
      { ...context, reranker },
      scope,
      asked('lantern fence', { textsOf, parameters: { rerank_weight: 1 } }),
    );
    expect(found.items[0]).toMatchObject({ id: 'm4', score: 1 / (1 + Math.exp(-4)) });
    expect(found.items[0]?.scores.rerank).toBe(found.items[0]?.score);
    expect(reranker.rerank.mock.calls[0]?.[1]).toHaveLength(50);
    expect(found.stagesMs.rerank).toBeGreaterThanOrEqual(0);
  });

  it('leaves behind the best what it does not read: those beyond the fifty, and one whose text is gone', async () => {
    const reranker = painter();
    const many = await Promise.all(Array.from({ length: 60 }, (_, index) => messageAt(index + 100, 'lantern')));
    await context.searchIndex.put(scope, many);
    const withoutFirst = async (ids: readonly string[]) => new Map(ids.slice(1).map((id) => [id, 'lantern']));
    const found = await recall({ ...context, reranker }, scope, asked('lantern', { textsOf: withoutFirst, topK: 100 }));
    expect(found.degraded).toEqual([]);
    expect(reranker.rerank.mock.calls[0]?.[1]).toEqual(Array.from({ length: 49 }, () => 'lantern'));
    expect(idsOf(found)).toEqual(expect.arrayContaining(many.map(({ id }) => id)));
  });

  it.each([
    ['there is none', null, { textsOf }],
    ['the texts cannot be had', painter(), {}],
    ['a parameter says so', painter(), { textsOf, parameters: { rerank: 0 } }],
  ])('is not asked where %s', async (_, reranker, more) => {
    const found = await recall({ ...context, reranker }, scope, asked('lantern fence', more));
    expect(found.degraded).toEqual([]);
    expect(reranker?.rerank.mock.calls ?? []).toEqual([]);
    expect(found.items[0]?.scores.rerank).toBeUndefined();
  });

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['does not come back', () => new Promise<never>(() => {})],
  ])('is done without where it %s', async (_, rerank) => {
    const reranker = { id: 'broken', rerank };
    const found = await recall({ ...context, reranker, timeLeftMs: () => 200 }, scope, asked('lantern', { textsOf }));
    expect(idsOf(found)[0]).toBe('m1');
    expect(found.degraded).toEqual(['rerank']);
  });
});

describe('with little time left', () => {
  const textsOf = async (ids: readonly string[]) => new Map(ids.map((id) => [id, id]));
  const reranker: Reranker = { id: 'equal', rerank: async (_, texts) => texts.map(() => 0) };

  it('reranking goes first, then neighbours, then vectors', async () => {
    const at = (deadlineMs: number) => recall(withTime(deadlineMs), scope, asked('lantern', { textsOf }));
    // Each of the store's calls takes 10 and each model's 10, on a clock that only they move.
    const withTime = (deadlineMs: number): RecallContext => {
      let now = 0;
      const takes = <Result>(result: Promise<Result>) => {
        now += 10;
        return result;
      };
      const { searchIndex, embedder } = context;
      return {
        ...context,
        timeLeftMs: (atMost) => Math.max(0, Math.min(atMost, deadlineMs - now)),
        embedder: { ...embedder, id: `${embedder.id}-${deadlineMs}`, embed: (...args) => takes(embedder.embed(...args)) },
        reranker: { id: 'equal', rerank: (...args) => takes(reranker.rerank(...args)) },
        searchIndex: {
          ...searchIndex,
          statistics: (...args) => takes(searchIndex.statistics(...args)),
          search: (...args) => takes(searchIndex.search(...args)),
          at: (...args) => takes(searchIndex.at(...args)),
        },
      };
    };
    expect((await at(60)).degraded).toEqual([]);
    expect((await at(40)).degraded).toEqual(['rerank']);
    expect((await at(30)).degraded).toEqual(['neighbours', 'rerank']);
    expect((await at(0)).degraded).toEqual(['dense', 'neighbours', 'rerank']);
    expect(idsOf(await at(0))).toEqual(['m1']);
  });

  it('a stage that lately took longer than there is time for is not begun', async () => {
    const at = vi.fn(async (...args: Parameters<SearchIndex['at']>) => {
      const until = performance.now() + 400;
      while (performance.now() < until);
      return await context.searchIndex.at(...args);
    });
    const slow = { ...context, searchIndex: { ...context.searchIndex, at } };
    await recall(slow, scope, asked('lantern'));
    const started = performance.now();
    const timeLeftMs = (atMost: number) => Math.max(0, Math.min(atMost, 200 - (performance.now() - started)));
    expect((await recall({ ...slow, timeLeftMs }, scope, asked('lantern'))).degraded).toContain('neighbours');
    expect(at).toHaveBeenCalledTimes(1);
  });

  it('neighbours that cannot be had are done without', async () => {
    const searchIndex = { ...context.searchIndex, at: () => Promise.reject(new Error('down')) };
    const found = await recall({ ...context, searchIndex }, scope, asked('lantern'));
    expect(found.degraded).toEqual(['neighbours']);
    expect(idsOf(found)).toContain('m1');
  });
});

describe('agent-cli', () => {
  const dayMs = 86_400_000;
  const now = 400 * dayMs;
  const agesDays = { a: 0, b: 10, c: 12, d: 1, e: 2, f: 3 };
  const logits: Readonly<Record<string, number>> = { a: 1, b: 2, c: 2.1, d: -0.5, e: -0.7, f: 1.5 };
  const textsOf = async (ids: readonly string[]) => new Map(ids.map((id) => [id, id]));

  it('is cosine, a cross-encoder of at least .35, recency added, and diversity, exactly', async () => {
    const axes = (...values: number[]) => Float32Array.from(values, (value) => value / Math.hypot(...values));
    const vectors: Readonly<Record<string, Float32Array>> = {
      a: axes(1, 0, 0),
      b: axes(0.9, 0.4, 0),
      c: axes(0.9, 0.41, 0),
      d: axes(0.8, 0, 0.6),
      e: axes(0.7, 0, 0.7),
      f: axes(0.6, 0.1, 0.8),
    };
    const embedder = { id: 'axes-3', dimensions: 3, embed: async () => [axes(1, 0, 0)] };
    const documents = Object.entries(agesDays).map(async ([id, age]) => ({
      ...(await documentOf(id, id, { timestamp: now - age * dayMs })),
      vectors: [{ embedder: embedder.id, values: vectors[id] ?? axes(1, 0, 0) }],
    }));
    const searchIndex = context.searchIndex;
    await searchIndex.put(scope, await Promise.all(documents));
    const rerank = vi.fn<Reranker['rerank']>(async (_, texts) => texts.map((id) => logits[id] ?? 0));
    const search = vi.spyOn(searchIndex, 'search');
    const found = await recall(
      { ...context, searchIndex, embedder, reranker: { id: 'ms-marco', rerank }, clock: { now: () => now } },
      scope,
      { kinds: ['Fact'], use: 'facts', query: 'which?', topK: 2, preset: 'agent-cli', textsOf },
    );

    expect(search.mock.calls[0]?.[1]).toMatchObject({ limit: 6, vector: { embedder: 'axes-3' } });
    expect(search.mock.calls[0]?.[1].terms).toBeUndefined();
    const relevance = (id: string) => 1 / (1 + Math.exp(-(logits[id] ?? 0)));
    const total = (id: keyof typeof agesDays) => 0.8 * relevance(id) + 0.2 * Math.exp(-agesDays[id] / 30);
    const relevant = (['a', 'b', 'c', 'd', 'e', 'f'] as const).filter((id) => relevance(id) >= 0.35);
    expect(relevant).toEqual(['a', 'b', 'c', 'd', 'f']);
    const [first] = relevant.toSorted((one, other) => total(other) - total(one));
    const likeness = (id: string) =>
      (vectors[id] ?? new Float32Array()).reduce((sum, value, index) => sum + value * (vectors[first ?? '']?.[index] ?? 0), 0);
    const [second] = relevant
      .filter((id) => id !== first)
      .toSorted((one, other) => 0.7 * total(other) - 0.3 * likeness(other) - (0.7 * total(one) - 0.3 * likeness(one)));
    expect(idsOf(found)).toEqual([first, second]);
    // By their totals alone b's twin c would come second.
    expect([first, second]).toEqual(['b', 'f']);
    expect(total('c')).toBeGreaterThan(total('f'));
    expect(found.items[0]?.score).toBeCloseTo(relevance('b'));
    expect(found.items[0]?.scores.ranking).toBeCloseTo(total('b'));
    expect(found.leftOut).toBe(3);
  });

  it('goes by the cosine where there is no cross-encoder', async () => {
    await context.searchIndex.put(scope, [await documentOf('fact', 'the kettle is red')]);
    const found = await recall(context, scope, {
      kinds: ['Fact'],
      use: 'facts',
      query: 'the kettle is red',
      preset: 'agent-cli',
    });
    expect(found.items[0]).toMatchObject({ id: 'fact', score: expect.closeTo(1) });
    expect(found.items[0]?.scores.ranking).toBeCloseTo(1);
  });

  it('is configured by RECALL_PRESET, and its parameters by RECALL_PARAMETERS or the request', async () => {
    const configured = recallContext(
      { searchIndex: context.searchIndex, clock: { now: () => 0 } },
      { RECALL_PRESET: 'agent-cli', RECALL_PARAMETERS: 'score_threshold=0 lexical=0' },
    );
    const facts = { kinds: ['Fact'], use: 'facts', query: 'red kettle' } as const;
    await context.searchIndex.put(scope, [await documentOf('fact', 'red door')]);
    const found = await recall(configured, scope, facts);
    expect(found.items[0]?.scores.lexical).toBe(0);
    expect(idsOf(found)).toEqual(['fact']);
    expect(idsOf(await recall(configured, scope, { ...facts, parameters: { score_threshold: 0.99 } }))).toEqual([]);
    // Another preset is asked for as it is.
    expect((await recall(configured, scope, { ...facts, preset: 'default' })).items[0]?.scores.lexical).toBeGreaterThan(0);
  });
});

it.each([
  [{ preset: 'best' }, 'preset: must be one of default, agent-cli, got "best"'],
  [{ parameters: { mmr: 1 } }, /^parameters\.mmr: is no parameter of recall/],
  [{ parameters: { mmr_lambda: 2 } }, 'parameters.mmr_lambda: must be from 0 to 1, got 2'],
])('refuses %o', async (more, message) => {
  const refused = recall(context, scope, asked('x', more as Partial<RecallRequest>));
  await expect(refused).rejects.toMatchObject({ type: 'invalid-argument', message: expect.stringMatching(message) });
});

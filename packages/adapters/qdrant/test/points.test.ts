import { type Scope, scopeKey, scopeOf } from '@agent-mem/contract';
import type { IndexDocument, SearchIndex } from '@agent-mem/storage';
import { document, freshScope, vector } from '@agent-mem/storage/contract-suite/fixtures';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findQdrant, type QdrantServer, startQdrant } from '../../../../test/live/qdrant/qdrant.ts';
import type { QdrantSearchIndex } from '../src/index.ts';
import { openOn } from './open-qdrant.ts';
import { RandomMemory } from './random-memory.ts';

/** What Qdrant counts of its own requests, as far as a test looks at it. */
interface Telemetry {
  readonly requests: {
    readonly rest: { readonly responses: Readonly<Record<string, Readonly<Record<string, { count: number }>>>> };
  };
}

const patience = { timeout: 120_000, interval: 100 };
const word = [{ term: 'word', weight: 1 }];

describeLive('Qdrant and its points', findQdrant(), (program) => {
  let qdrant: QdrantServer;
  let index: QdrantSearchIndex;
  let scope: Scope;
  beforeAll(async () => {
    qdrant = await startQdrant(program());
    index = openOn(qdrant);
  });
  afterAll(async () => {
    await index[Symbol.asyncDispose]();
    await qdrant[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    scope = freshScope();
  });

  const idsOf = async (query: Partial<Parameters<SearchIndex['search']>[1]>, from: SearchIndex = index) => {
    const hits = await from.search(scope, { kinds: ['Fact'], limit: 100, ...query });
    return hits.map(({ id }) => id).sort();
  };

  /** The collection of an embedder's vectors, found as an operator would. */
  const collectionOf = async (embedder: string) => {
    const { collections } = (await qdrant.ask('GET', '/collections')) as { collections: readonly { name: string }[] };
    return collections.find(({ name }) => name.startsWith(`agent_mem_v1_vectors_${embedder}_`))?.name ?? '';
  };

  /** Members of every point of the scope. */
  const pointsIn = async (collection: string) => {
    const filter = { must: [{ key: 'scope', match: { value: scopeKey(scope) } }] };
    const body = { filter, limit: 1_000, with_payload: true };
    const { points } = (await qdrant.ask('POST', `/collections/${collection}/points/scroll`, body)) as {
      points: readonly { id: string; payload: Readonly<Record<string, unknown>> }[];
    };
    return points;
  };

  it('counts the words of a page without a request for each', async () => {
    const page = Array.from({ length: 3_000 }, (_, number) => `word${number}`);
    const counts = async () => {
      const { requests } = (await qdrant.ask('GET', '/telemetry')) as Telemetry;
      return requests.rest.responses['POST /collections/{name}/points/count']?.['200']?.count ?? 0;
    };
    const terms = Object.fromEntries([...page, 'half\ud800'].map((term) => [term, 1]));
    await index.put(scope, [document({ id: 'page', terms }), document({ id: 'line', terms: { word7: 1 } })]);
    const before = await counts();
    const asked = [...page, 'half\ud800', 'unknown'];
    const { documents, documentFrequency } = await index.statistics(scope, { kinds: ['Fact'], terms: asked });
    expect([documents, documentFrequency.size]).toEqual([2, asked.length]);
    expect(['word7', 'word8', 'half\ud800', 'unknown'].map((term) => documentFrequency.get(term))).toEqual([2, 1, 1, 0]);
    expect((await counts()) - before).toBe(0);
  });

  it('is set up by two processes at once, and again by a third', async () => {
    const prefix = `p${crypto.randomUUID()}`;
    await using one = openOn(qdrant, { prefix });
    await using other = openOn(qdrant, { prefix });
    const own = document({ id: 'd', terms: { word: 1 }, vectors: [vector([1, 0])] });
    await Promise.all([one, other].map((each, i) => each.put(scope, [{ ...own, id: `d${i}` }])));
    await using third = openOn(qdrant, { prefix });
    await third.check();
    expect(await idsOf({ vector: vector([1, 0]) }, third)).toEqual(['d0', 'd1']);
    expect(await third.statistics(scope, { kinds: ['Fact'], terms: ['word'] })).toMatchObject({ documents: 2, totalLength: 2 });
  });

  it("has an embedder's collection ready once it was asked by its vector, with the indexes, also of another dimension", async () => {
    const prefix = `p${crypto.randomUUID()}`;
    await using asking = openOn(qdrant, { prefix });
    for (const values of [
      [1, 0],
      [1, 0, 0],
    ]) {
      const asked = vector(values, `new-embedder-${values.length}`);
      expect(await idsOf({ vector: asked }, asking)).toEqual([]);
      const { collections } = (await qdrant.ask('GET', '/collections')) as { collections: readonly { name: string }[] };
      const made = collections.find(({ name }) => name.startsWith(`${prefix}_v1_vectors_new-embedder-${values.length}_`));
      expect(await qdrant.ask('GET', `/collections/${made?.name}`)).toMatchObject({
        config: { params: { vectors: { dense: { size: values.length } } } },
        payload_schema: { scope: { params: { is_tenant: true } } },
      });
    }
  });

  it('ends the set-up of a process that died in its middle', async () => {
    const own = document({ id: 'd', vectors: [vector([1, 0])] });
    await index.put(scope, [own]);
    const made = ['agent_mem_v1_documents', await collectionOf('test-embedder')];
    for (const name of made) await qdrant.ask('DELETE', `/collections/${name}/index/scope?wait=true`);
    await using other = openOn(qdrant);
    await other.put(scope, [own]);
    for (const name of made) {
      const { payload_schema } = (await qdrant.ask('GET', `/collections/${name}`)) as { payload_schema: object };
      expect(payload_schema).toMatchObject({ scope: { params: { is_tenant: true } } });
    }
  });

  it('leaves the newest of fifty writers of two processes, with its vector and no other', async () => {
    await using other = openOn(qdrant);
    const versions = Array.from({ length: 50 }, (_, i) => ((i * 7) % 50) + 1);
    const made = (version: number) =>
      document({ id: 'd', version, terms: { [`v${version}`]: 1 }, vectors: version === 49 ? [] : [vector([1, version])] });
    await Promise.all(versions.map((version) => (version % 2 === 0 ? index : other).put(scope, [made(version)])));
    expect(await index.get(scope, ['d'])).toEqual([made(50)]);
    await Promise.all([
      ...versions.map((version) => index.put(scope, [{ ...made(version), id: 'gone' }])),
      other.delete(scope, [{ id: 'gone', version: 50 }]),
    ]);
    expect(await index.get(scope, ['gone'])).toEqual([]);
    expect(await idsOf({ vector: vector([1, 0]) })).toEqual(['d']);
  });

  it('tells terms apart that share a hash', async () => {
    // In the sparse vectors of this scope the two have one index.
    const [asked, other] = ['t3747', 't878240'] as const;
    scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
    const holding = (id: string, terms: IndexDocument['terms']) => document({ id, terms });
    const others = Array.from({ length: 9 }, (_, i) => holding(`other${i}`, { [other]: 9 }));
    await index.put(scope, [holding('real', { [asked]: 1 }), holding('both', { [asked]: 2, [other]: 9 }), ...others]);
    for (const limit of [1, 2, 10]) {
      const hits = await index.search(scope, { kinds: ['Fact'], terms: [{ term: asked, weight: 1 }], limit });
      expect(hits.map(({ id, lexical }) => [id, lexical])).toEqual(
        [
          ['both', 2 / 3.2],
          ['real', 1 / 2.2],
        ].slice(0, limit),
      );
    }
    await index.clear(scope);
  });

  it('finds what holds a term that weighs nothing', async () => {
    await index.put(scope, [document({ id: 'd', terms: { word: 1 } })]);
    expect(await idsOf({ terms: [{ term: 'word', weight: 0 }] })).toEqual(['d']);
  });

  it('is not misled by vectors that a broken off write left, and removes them', async () => {
    const near = Array.from({ length: 4 }, (_, i) => document({ id: `near${i}`, vectors: [vector([1, 0])] }));
    const stay = ['far', 'farther'].map((id, i) => document({ id, vectors: [vector([0.5 - i, 1])] }));
    const coming = document({ id: 'coming', vectors: [vector([1, 0])] });
    await index.put(scope, [...near, ...stay, coming]);
    const collection = await collectionOf('test-embedder');
    const points = new Map((await pointsIn('agent_mem_v1_documents')).map(({ id, payload }) => [payload.id, id]));
    const mislead = new Set([...near, coming].map(({ id }) => points.get(id)));
    const late = (await pointsIn(collection)).filter(({ id }) => mislead.has(id));
    const newer = near.slice(0, 2).map((each) => ({ ...each, version: 2, vectors: [] }));
    await index.put(scope, newer);
    await index.delete(scope, [
      { id: 'near2', version: 1 },
      { id: 'near3', version: 1 },
    ]);
    // A writer that was late brings the vectors back; another died before it wrote its document.
    await qdrant.ask('PUT', `/collections/${collection}/points?wait=true`, {
      points: late.map(({ id, payload }) => ({ id, payload, vector: { dense: [1, 0] } })),
    });
    await qdrant.ask('POST', '/collections/agent_mem_v1_documents/points/delete?wait=true', { points: [points.get('coming')] });

    expect(await idsOf({ vector: vector([1, 0]), limit: 2 })).toEqual(['far', 'farther']);
    expect([...(await index.vectors(scope, ['near0', 'near2', 'far', 'coming'], 'test-embedder')).keys()]).toEqual(['far']);
    expect((await index.get(scope, ['near0']))[0]?.vectors).toEqual([]);
    // That of the document which may still come is left.
    expect(await index.embedders(scope)).toEqual(new Map([['test-embedder', 3]]));
    await index.put(scope, [coming]);
    expect(await idsOf({ vector: vector([1, 0]) })).toEqual(['coming', 'far', 'farther']);
  });

  it('keeps no vector of a version that is no more', async () => {
    await index.put(scope, [document({ id: 'd', vectors: [vector([1, 0]), vector([1, 0], 'other')] })]);
    await index.put(scope, [document({ id: 'd', version: 2, vectors: [vector([0, 1], 'other')] })]);
    expect(await index.embedders(scope)).toEqual(new Map([['other', 1]]));
    await index.delete(scope, [{ id: 'd', version: 2 }]);
    expect(await index.embedders(scope)).toEqual(new Map());
  });

  it('filters the vectors of another embedder by what a document made again says', async () => {
    const [first, second] = [vector([1, 0], 'first'), vector([1, 0], 'second')];
    const own = document({ id: 'd', conversationId: 'a', role: 'user', vectors: [first] });
    await index.put(scope, [own]);
    await index.put(scope, [{ ...own, conversationId: 'b', role: null, visibility: 'conversation', vectors: [second] }]);
    for (const each of [first, second]) {
      expect(await idsOf({ vector: each, conversationIds: ['a'] })).toEqual([]);
      expect(await idsOf({ vector: each })).toEqual([]);
      expect(await idsOf({ vector: each, visibleFrom: 'b' })).toEqual(['d']);
    }
  });

  it('lists in order what stands at one place of the order', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `d${i}`);
    await index.put(
      scope,
      ids.map((id) => document({ id })),
    );
    await index.put(
      scope,
      ['a', 'fact_1', 'zz'].map((id) => document({ id })),
    );
    const sorted = ['a', ...ids.sort(), 'fact_1', 'zz'];
    const listed: string[] = [];
    for (let page = await index.versions(scope, null, 7); page.length > 0; ) {
      expect(page.length).toBeLessThanOrEqual(7);
      listed.push(...page.map(({ id }) => id));
      page = await index.versions(scope, listed.at(-1) ?? null, 7);
    }
    expect(listed).toEqual(sorted);
  });

  it('names every scope once, large ones and many', async () => {
    const prefix = `p${crypto.randomUUID()}`;
    await using own = openOn(qdrant, { prefix });
    const scopes = Array.from({ length: 45 }, freshScope);
    for (const [i, each] of scopes.entries()) {
      const count = i % 15 === 0 ? 60 : 1;
      await own.put(
        each,
        Array.from({ length: count }, (_, n) => document({ id: `d${n}` })),
      );
    }
    const named = await Array.fromAsync(own.scopes());
    expect(named.map(scopeKey).sort()).toEqual(scopes.map(scopeKey).sort());
  });

  it('keeps the members that operators look for in a payload', async () => {
    const own = document({ id: 'd', kind: 'Summary', conversationId: 'c', role: 'user', ordinal: 3, terms: { word: 2 } });
    await index.put(scope, [{ ...own, fields: { summary_kind: 'session', replaced_by: 'sum_2' } }]);
    expect((await pointsIn('agent_mem_v1_documents')).map(({ payload }) => payload)).toMatchObject([
      {
        scope: scopeKey(scope),
        id: 'd',
        kind: 'Summary',
        version: 1,
        live: true,
        conversation_id: 'c',
        role: 'user',
        ordinal: 3,
        created_at: 1_780_000_000_000,
        length: 2,
        terms: ['word'],
        summary_kind: 'session',
        replaced_by: 'sum_2',
      },
    ]);
    await index.delete(scope, [{ id: 'd', version: 1 }]);
    expect((await pointsIn('agent_mem_v1_documents')).map(({ payload }) => payload)).toEqual([
      { scope: scopeKey(scope), id: 'd', version: 1, live: false },
    ]);
  });

  it('finds nearly all of the nearest by HNSW, and still only what passes', async () => {
    const prefix = `p${crypto.randomUUID()}`;
    await using exact = openOn(qdrant, { prefix });
    await using approximate = openOn(qdrant, { prefix, exactUpTo: 0 });
    const random = new RandomMemory(3);
    await exact.put(
      scope,
      Array.from({ length: 3_000 }, (_, i) => random.document(i)),
    );
    const collection = `${prefix}_v1_vectors_test-embedder_32`;
    const { collections } = (await qdrant.ask('GET', '/collections')) as { collections: readonly { name: string }[] };
    const name = collections.find((each) => each.name.startsWith(collection))?.name;
    // So small a collection would be searched whole.
    await qdrant.ask('PATCH', `/collections/${name}`, {
      optimizers_config: { indexing_threshold: 10 },
      hnsw_config: { full_scan_threshold: 10 },
    });
    await vi.waitFor(async () => {
      const info = (await qdrant.ask('GET', `/collections/${name}`)) as { indexed_vectors_count: number; status: string };
      expect(info.status).toBe('green');
      expect(info.indexed_vectors_count).toBeGreaterThan(1_000);
    }, patience);
    let [found, all] = [0, 0];
    for (let i = 0; i < 20; i += 1) {
      const { terms: _, ...query } = { ...random.query(), limit: 20 };
      if (!query.vector) continue;
      const [expected, actual] = [await exact.search(scope, query), await approximate.search(scope, query)];
      const ids = new Set(expected.map(({ id }) => id));
      all += expected.length;
      found += actual.filter(({ id }) => ids.has(id)).length;
      for (const hit of actual) expect(query.kinds).toContain(hit.kind);
      if (query.conversationIds !== undefined) {
        for (const hit of actual) expect(query.conversationIds).toContain(hit.conversationId);
      }
    }
    expect(all).toBeGreaterThan(100);
    expect(found / all).toBeGreaterThan(0.9);
  });

  it('forgets nothing of a document put twice in one call', async () => {
    const own = document({ id: 'd', terms: { word: 1 }, vectors: [vector([1, 0], 'one')] });
    await index.put(scope, [own, { ...own, vectors: [vector([0, 1], 'two')] }]);
    expect((await index.get(scope, ['d']))[0]?.vectors.map(({ embedder }) => embedder)).toEqual(['one', 'two']);
    await index.delete(scope, [
      { id: 'd', version: 3 },
      { id: 'd', version: 1 },
    ]);
    await index.put(scope, [{ ...own, version: 3 }]);
    expect(await idsOf({ terms: word })).toEqual([]);
  });
});

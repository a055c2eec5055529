import { createMemorySearchIndex, type IndexHit, type IndexQuery, type SearchIndex } from '@agent-mem/storage';
import { freshScope } from '@agent-mem/storage/contract-suite/fixtures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findQdrant, type QdrantServer, startQdrant } from '../../../../test/live/qdrant/qdrant.ts';
import type { QdrantSearchIndex } from '../src/index.ts';
import { openOn } from './open-qdrant.ts';
import { RandomMemory } from './random-memory.ts';

const documents = 10_000;
const queries = 60;
const tolerance = 1e-5;

describeLive('Qdrant with ten thousand documents', findQdrant(), (program) => {
  const random = new RandomMemory(6);
  const scope = freshScope();
  const memory = createMemorySearchIndex();
  let qdrant: QdrantServer;
  let index: QdrantSearchIndex;
  beforeAll(async () => {
    qdrant = await startQdrant(program());
    index = openOn(qdrant);
    const all = Array.from({ length: documents }, (_, number) => random.document(number));
    for (let start = 0; start < documents; start += 1_000) await index.put(scope, all.slice(start, start + 1_000));
    await memory.put(scope, all);
    // Some are made anew and some are gone, so that the index has holes.
    const again = Array.from({ length: 500 }, (_, i) => ({ ...random.document(i * 3), version: 2 }));
    const gone = Array.from({ length: 300 }, (_, i) => ({ id: `fact_${i * 7}`, version: 2 }));
    for (const either of [index, memory]) {
      await either.put(scope, again);
      await either.delete(scope, gone);
    }
  }, 600_000);
  afterAll(async () => {
    await index[Symbol.asyncDispose]();
    await qdrant[Symbol.asyncDispose]();
  });

  it('counts as the double in memory does', async () => {
    for (let i = 0; i < queries; i += 1) {
      const { kinds, terms = [], conversationIds } = random.query();
      const asked = {
        kinds,
        terms: terms.map(({ term }) => term),
        ...(conversationIds === undefined ? {} : { conversationIds }),
      };
      expect(await index.statistics(scope, asked)).toEqual(await memory.statistics(scope, asked));
    }
  });

  it('finds what the double in memory finds, with the same scores', async () => {
    for (let i = 0; i < queries; i += 1) {
      const query = random.query();
      await compare(query, index, memory);
    }
  });

  it('lists every version in order', async () => {
    const listed: { readonly id: string; readonly version: number }[] = [];
    for (let page = await index.versions(scope, null, 900); page.length > 0; ) {
      listed.push(...page);
      page = await index.versions(scope, listed.at(-1)?.id ?? null, 900);
    }
    expect(listed).toEqual(await memory.versions(scope, null, documents));
  });

  async function compare(query: IndexQuery, one: SearchIndex, other: SearchIndex) {
    const [actual, expected] = [byId(await one.search(scope, query)), byId(await other.search(scope, query))];
    for (const [id, hit] of expected) {
      const own = actual.get(id);
      if (!own) continue;
      expect(own).toEqual({
        ...hit,
        lexical: expect.closeTo(hit.lexical, 5),
        cosine: hit.cosine === null ? null : expect.closeTo(hit.cosine, 5),
      });
    }
    // Of several with the same score either may be the last that is found.
    const leasts = [...leastOf(expected, query, ({ lexical }) => lexical), ...leastOf(expected, query, ({ cosine }) => cosine)];
    const isTie = ({ lexical, cosine }: IndexHit) =>
      leasts.some((least) => Math.abs(lexical - least) < tolerance || Math.abs((cosine ?? 2) - least) < tolerance);
    for (const [hits, others] of [
      [actual, expected],
      [expected, actual],
    ] as const) {
      for (const [id, hit] of hits) expect(others.has(id) || isTie(hit), `${id} of ${JSON.stringify(query)}`).toBe(true);
    }
    expect(Math.abs(actual.size - expected.size)).toBeLessThanOrEqual(query.limit);
  }

  /** The score of the last that a full leg answers. */
  function leastOf(
    hits: ReadonlyMap<string, IndexHit>,
    { limit }: IndexQuery,
    score: (hit: IndexHit) => number | null,
  ): number[] {
    const scores = [...hits.values()].flatMap((hit) => score(hit) ?? []).sort((a, b) => b - a);
    return scores.slice(limit - 1, limit);
  }
});

function byId(hits: readonly IndexHit[]): ReadonlyMap<string, IndexHit> {
  return new Map(hits.map((hit) => [hit.id, hit]));
}

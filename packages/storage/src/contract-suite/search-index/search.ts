import type { Scope } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { IndexHit, IndexQuery, SearchIndex, SearchIndexMaintenance } from '../../search-index.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope } from '../scopes.ts';
import { document, foundIds, randomVectors, vector } from './fixtures.ts';

/** What searching promises: the two legs and who may see what. */
export function describeSearch(open: OpenStore<SearchIndex & SearchIndexMaintenance>): void {
  describe('search', () => {
    let index: SearchIndex;
    let scope: Scope;
    openBeforeEach(open, (store, own) => {
      index = store;
      scope = own;
    });

    const search = (query: Partial<IndexQuery>) => index.search(scope, { kinds: ['Fact'], limit: 100, ...query });
    const byId = (hits: readonly IndexHit[]) => new Map(hits.map((hit) => [hit.id, hit]));

    it('scores words by Σ weight · tf / (tf + 1.2)', async () => {
      await index.put(scope, [
        document({ id: 'a', terms: { cat: 3, dog: 1 } }),
        document({ id: 'b', terms: { cat: 1 } }),
        document({ id: 'c', terms: { bird: 5 } }),
      ]);
      const found = byId(
        await search({
          terms: [
            { term: 'cat', weight: 2 },
            { term: 'dog', weight: 0.5 },
            { term: 'nobody', weight: 9 },
          ],
        }),
      );
      expect([...found.keys()].sort()).toEqual(['a', 'b']);
      expect(found.get('a')?.lexical).toBeCloseTo((2 * 3) / 4.2 + 0.5 / 2.2, 5);
      expect(found.get('b')?.lexical).toBeCloseTo(2 / 2.2, 5);
      expect(found.get('a')?.cosine).toBeNull();
    });

    it('finds any text as a term', async () => {
      const terms = ['größe', '記憶', '🧠', '__proto__', 'constructor', "it's", 'a"b', 'a%b', 'a_b', ' ', 'OR', 'x*', '*'];
      await index.put(
        scope,
        terms.map((term, i) => document({ id: `d${i}`, terms: Object.fromEntries([[term, 1]]) })),
      );
      for (const [i, term] of terms.entries()) {
        expect(await foundIds(index, scope, { terms: [{ term, weight: 1 }] }), term).toEqual([`d${i}`]);
      }
      for (const term of ['toString', 'Größe', 'or', 'a.b', 'valueOf']) {
        expect(await foundIds(index, scope, { terms: [{ term, weight: 1 }] }), term).toEqual([]);
      }
    });

    it('finds a document by what it has: a term, a vector, or neither', async () => {
      await index.put(scope, [
        document({ id: 'bare' }),
        document({ id: 'word', terms: { '👍': 1 } }),
        document({ id: 'near', vectors: [vector([1, 0])] }),
      ]);
      expect(await foundIds(index, scope, { terms: [{ term: '👍', weight: 1 }], vector: vector([1, 0]) })).toEqual([
        'near',
        'word',
      ]);
      expect(await foundIds(index, scope, { terms: [{ term: '👍', weight: 1 }] })).toEqual(['word']);
      expect(await foundIds(index, scope, { vector: vector([1, 0]) })).toEqual(['near']);
      expect(await foundIds(index, scope, {})).toEqual([]);
      expect((await index.get(scope, ['bare', 'word', 'near'])).map(({ vectors }) => vectors.length)).toEqual([0, 0, 1]);
    });

    it('answers the best of the lexical leg', async () => {
      await index.put(
        scope,
        Array.from({ length: 40 }, (_, i) => document({ id: `d${i}`, terms: { word: i + 1 } })),
      );
      expect(await foundIds(index, scope, { terms: [{ term: 'word', weight: 1 }], limit: 3 })).toEqual(['d37', 'd38', 'd39']);
    });

    it('finds exactly the nearest vectors', async () => {
      const vectors = randomVectors(300, 33, 1);
      await index.put(
        scope,
        vectors.map((own, i) => document({ id: `d${i}`, vectors: [own] })),
      );
      for (const query of randomVectors(5, 33, 2)) {
        const expected = vectors
          .map(({ values }, i) => ({
            id: `d${i}`,
            cosine: values.reduce((sum, value, at) => sum + value * (query.values[at] ?? 0), 0),
          }))
          .sort((a, b) => b.cosine - a.cosine)
          .slice(0, 10);
        const found = byId(await search({ vector: query, limit: 10 }));
        expect([...found.keys()].sort()).toEqual(expected.map(({ id }) => id).sort());
        for (const { id, cosine } of expected) expect(found.get(id)?.cosine).toBeCloseTo(cosine, 4);
      }
    });

    it('answers the nearest also when all are far', async () => {
      await index.put(scope, [document({ id: 'opposite', vectors: [vector([-1, 0])] })]);
      expect(byId(await search({ vector: vector([1, 0]), limit: 1 })).get('opposite')?.cosine).toBeCloseTo(-1, 5);
    });

    it('joins both legs, each document once', async () => {
      await index.put(scope, [
        document({ id: 'both', terms: { cat: 1 }, vectors: [vector([1, 0.1])] }),
        document({ id: 'word', terms: { cat: 1 } }),
        document({ id: 'near', terms: { dog: 1 }, vectors: [vector([1, 0])] }),
        document({ id: 'neither', terms: { dog: 1 } }),
      ]);
      const hits = await search({ terms: [{ term: 'cat', weight: 1 }], vector: vector([1, 0]) });
      expect(hits).toHaveLength(3);
      const found = byId(hits);
      expect(found.get('both')).toMatchObject({ lexical: expect.closeTo(1 / 2.2, 5), cosine: expect.closeTo(0.995, 3) });
      expect(found.get('word')).toMatchObject({ lexical: expect.closeTo(1 / 2.2, 5), cosine: null });
      expect(found.get('near')).toMatchObject({ lexical: 0, cosine: expect.closeTo(1, 5), counts: {} });
      expect(await search({})).toEqual([]);
      expect(await search({ terms: [] })).toEqual([]);
    });

    it('measures what stands at a place like what was searched', async () => {
      const message = (ordinal: number, given: Parameters<typeof document>[0]) =>
        document({ id: `m${ordinal}`, kind: 'Message', conversationId: 'c', ordinal, ...given });
      await index.put(scope, [
        message(1, { terms: { cat: 2, tail: 1 }, vectors: [vector([1, 0])], role: 'user', fields: { speaker: 'Anne' } }),
        message(2, { visibility: 'conversation' }),
      ]);
      const positions = [1, 2, 3].map((ordinal) => ({ conversationId: 'c', ordinal }));
      const probe = { terms: ['cat', 'constructor'].map((term) => ({ term, weight: 3 })), vector: vector([1, 0]) };
      const found = byId(await index.at(scope, positions, probe));
      expect([...found.keys()].sort()).toEqual(['m1', 'm2']);
      expect({ ...found.get('m1'), counts: { ...found.get('m1')?.counts } }).toEqual({
        id: 'm1',
        kind: 'Message',
        version: 1,
        conversationId: 'c',
        visibility: 'scope',
        ordinal: 1,
        role: 'user',
        timestamp: 1_780_000_000_000,
        length: 3,
        fields: { speaker: 'Anne' },
        counts: { cat: 2 },
        lexical: expect.closeTo(6 / 3.2, 5),
        cosine: expect.closeTo(1, 5),
      });
      expect(found.get('m2')).toMatchObject({ lexical: 0, cosine: null });
      expect(byId(await index.at(scope, positions, {})).get('m1')).toMatchObject({ lexical: 0, cosine: null });
      await expect(index.at(scope, positions, { vector: vector([1, 0, 0]) })).rejects.toMatchObject({ type: 'invalid-argument' });
      const [searched] = await index.search(scope, { kinds: ['Message'], limit: 1, ...probe });
      expect(searched).toEqual(found.get('m1'));
    });

    it('limits each leg by itself', async () => {
      await index.put(scope, [
        document({ id: 'w1', terms: { cat: 9 } }),
        document({ id: 'w2', terms: { cat: 1 }, vectors: [vector([1, 0])] }),
        document({ id: 'v2', vectors: [vector([1, 1])] }),
      ]);
      const found = byId(await search({ terms: [{ term: 'cat', weight: 1 }], vector: vector([1, 0]), limit: 1 }));
      expect([...found.keys()].sort()).toEqual(['w1', 'w2']);
      // The dense leg found it; it is measured by both.
      expect(found.get('w2')?.lexical).toBeCloseTo(1 / 2.2, 5);
      for (const limit of [0, 1001]) await expect(search({ limit })).rejects.toMatchObject({ type: 'invalid-argument' });
    });

    it('filters both legs by kind, conversation and role', async () => {
      const base = { terms: { cat: 1 }, vectors: [vector([1, 0])] };
      await index.put(scope, [
        document({ id: 'a', ...base, conversationId: 'x', role: 'user' }),
        document({ id: 'b', ...base, conversationId: 'y', role: 'assistant' }),
        document({ id: 'c', ...base, kind: 'Message', conversationId: 'x', role: 'user' }),
        document({ id: 'd', ...base }),
      ]);
      const legs: Partial<IndexQuery>[] = [{ terms: [{ term: 'cat', weight: 1 }] }, { vector: vector([1, 0]) }];
      for (const leg of legs) {
        expect(await foundIds(index, scope, leg)).toEqual(['a', 'b', 'd']);
        expect(await foundIds(index, scope, { ...leg, kinds: ['Fact', 'Message'] })).toEqual(['a', 'b', 'c', 'd']);
        expect(await foundIds(index, scope, { ...leg, kinds: [] })).toEqual([]);
        expect(await foundIds(index, scope, { ...leg, conversationIds: ['x'] })).toEqual(['a']);
        expect(await foundIds(index, scope, { ...leg, conversationIds: ['x', 'y', 'nobody'] })).toEqual(['a', 'b']);
        for (const none of [[], ['nobody']]) expect(await foundIds(index, scope, { ...leg, conversationIds: none })).toEqual([]);
        expect(await foundIds(index, scope, { ...leg, roles: ['user', 'tool'] })).toEqual(['a']);
        expect(await foundIds(index, scope, { ...leg, roles: [] })).toEqual([]);
        // The best of those that pass, not those that pass of the best.
        expect(await foundIds(index, scope, { ...leg, conversationIds: ['y'], limit: 1 })).toEqual(['b']);
      }
    });

    it('shows what is private to a conversation only to those who ask from it', async () => {
      const base = { terms: { cat: 1 }, vectors: [vector([1, 0])] };
      await index.put(scope, [
        document({ id: 'open', ...base, conversationId: 'x' }),
        document({ id: 'x', ...base, conversationId: 'x', visibility: 'conversation' }),
        document({ id: 'y', ...base, conversationId: 'y', visibility: 'conversation' }),
        document({ id: 'nowhere', ...base, visibility: 'conversation' }),
      ]);
      const legs: Partial<IndexQuery>[] = [{ terms: [{ term: 'cat', weight: 1 }] }, { vector: vector([1, 0]) }];
      for (const leg of legs) {
        expect(await foundIds(index, scope, leg)).toEqual(['open']);
        expect(await foundIds(index, scope, { ...leg, visibleFrom: null })).toEqual(['open']);
        expect(await foundIds(index, scope, { ...leg, visibleFrom: 'x' })).toEqual(['open', 'x']);
        expect(await foundIds(index, scope, { ...leg, visibleFrom: 'z' })).toEqual(['open']);
        expect(await foundIds(index, scope, { ...leg, conversationIds: ['y'], visibleFrom: 'x' })).toEqual([]);
        expect(await foundIds(index, scope, { ...leg, conversationIds: ['x'] })).toEqual(['open']);
      }
    });

    it('keeps two embedders side by side', async () => {
      await index.put(scope, [
        document({ id: 'a', vectors: [vector([1, 0], 'small'), vector([0, 0, 1], 'large')] }),
        document({ id: 'b', vectors: [vector([0, 1], 'small')] }),
      ]);
      const near = async (query: Partial<IndexQuery>) =>
        (await search(query)).map(({ id, cosine }) => [id, Math.round(cosine ?? 9)]).sort();
      expect(await near({ vector: vector([1, 0], 'small') })).toEqual([
        ['a', 1],
        ['b', 0],
      ]);
      expect(await near({ vector: vector([0, 0, 1], 'large') })).toEqual([['a', 1]]);
      expect(await near({ vector: vector([1, 0], 'unknown') })).toEqual([]);
    });

    it('refuses a vector of another dimension, asked or put', async () => {
      await index.put(scope, [document({ id: 'a', vectors: [vector([1, 0])] })]);
      const refusal = { name: 'OperationError', type: 'invalid-argument', message: expect.stringContaining('2 dimensions') };
      await expect(search({ vector: vector([1, 0, 0]) })).rejects.toMatchObject(refusal);
      const wrong = [document({ id: 'fine' }), document({ id: 'wrong', vectors: [vector([1, 0, 0])] })];
      await expect(index.put(scope, wrong)).rejects.toMatchObject(refusal);
      expect(await index.get(scope, ['fine', 'wrong'])).toEqual([]);
      const itself = [document({ id: 'a', version: 2, vectors: [vector([1, 0, 0])] })];
      await expect(index.put(scope, itself)).rejects.toMatchObject(refusal);
      const unlike = [vector([1, 0], 'fresh'), vector([1, 0, 0], 'fresh')].map((own) => document({ vectors: [own] }));
      await expect(index.put(scope, unlike)).rejects.toMatchObject(refusal);
      const other = freshScope();
      await index.put(other, [document({ id: 'a', vectors: [vector([1, 0, 0])] })]);
      expect(await index.search(other, { kinds: ['Fact'], vector: vector([1, 0, 0]), limit: 1 })).toHaveLength(1);
    });

    it('sees each write that resolved before, in both legs', async () => {
      const query = { terms: [{ term: 'cat', weight: 1 }], vector: vector([1, 0]) };
      for (let i = 0; i < 20; i++) {
        await index.put(scope, [document({ id: `d${i}`, terms: { cat: 1 }, vectors: [vector([1, i])] })]);
        const found = byId(await search(query));
        expect(found.size).toBe(i + 1);
        expect(found.get(`d${i}`)).toMatchObject({ lexical: expect.any(Number), cosine: expect.any(Number) });
      }
      await index.put(scope, [document({ id: 'd3', version: 2, vectors: [vector([-1, 0])] })]);
      expect(byId(await search(query)).get('d3')).toMatchObject({ lexical: 0, cosine: expect.closeTo(-1, 5) });
      await index.put(scope, [document({ id: 'd4', version: 2 })]);
      await index.delete(scope, [{ id: 'd5', version: 1 }]);
      const found = byId(await search(query));
      expect(found.has('d4')).toBe(false);
      expect(found.has('d5')).toBe(false);
      expect(found.size).toBe(18);
    });
  });
}

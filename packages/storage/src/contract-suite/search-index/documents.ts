import { type Scope, scopeKey } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { IndexDocument, SearchIndex, SearchIndexMaintenance } from '../../search-index.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope, lookAlikeScopes } from '../scopes.ts';
import { document, foundIds, vector } from './fixtures.ts';

/** What keeping documents promises: versions, statistics, scopes. */
export function describeDocuments(open: OpenStore<SearchIndex & SearchIndexMaintenance>): void {
  describe('documents', () => {
    let index: SearchIndex & SearchIndexMaintenance;
    let scope: Scope;
    openBeforeEach(open, (store, own) => {
      index = store;
      scope = own;
    });

    const versionOf = async (id: string) => (await index.get(scope, [id]))[0]?.version ?? null;

    it('gives a document back as it was put', async () => {
      const full: IndexDocument = {
        id: 'd',
        kind: 'Message',
        version: 3,
        conversationId: 'c/ü',
        visibility: 'conversation',
        ordinal: 12,
        role: 'user',
        timestamp: 1_780_000_000_123,
        terms: JSON.parse('{"größe":2,"記憶":1,"🧠":1,"__proto__":1,"constructor":4,"a b":1}') as Record<string, number>,
        length: 9,
        vectors: [{ ...vector([1, 2, 3]), textHash: 'h/ü' }, vector([1, 0], 'other-embedder')],
        fields: { speaker: 'Anne', deep: { list: [1, null, 'x'] } },
        attributes: {
          metadata: JSON.parse('{"größe":"1.0","__proto__":"x","":""}') as Record<string, string>,
          tags: ['a', 'A', '🧠'],
        },
      };
      await index.put(scope, [full, document({ id: 'bare' })]);
      const [read, bare] = await index.get(scope, ['d', 'nobody', 'bare']);
      expect({ ...read, terms: Object.entries(read?.terms ?? {}) }).toEqual({ ...full, terms: Object.entries(full.terms) });
      expect(read?.vectors[0]?.values).toBeInstanceOf(Float32Array);
      expect(bare).toEqual(document({ id: 'bare' }));
    });

    it('never lets an older version replace a newer one', async () => {
      await index.put(scope, [document({ id: 'd', version: 2, terms: { two: 1 } })]);
      await index.put(scope, [document({ id: 'd', version: 1, terms: { one: 1 } })]);
      expect(await versionOf('d')).toBe(2);
      expect(await foundIds(index, scope, { terms: [{ term: 'one', weight: 1 }] })).toEqual([]);
      await index.put(scope, [
        document({ id: 'd', version: 4, terms: { four: 1 } }),
        document({ id: 'd', version: 3, terms: { three: 1 } }),
      ]);
      expect(await versionOf('d')).toBe(4);
      expect(await foundIds(index, scope, { terms: [{ term: 'two', weight: 1 }] })).toEqual([]);
      expect(await foundIds(index, scope, { terms: [{ term: 'four', weight: 1 }] })).toEqual(['d']);
      expect(await index.statistics(scope, { kinds: ['Fact'], terms: ['two', 'four'] })).toEqual({
        documents: 1,
        totalLength: 1,
        documentFrequency: new Map([
          ['two', 0],
          ['four', 1],
        ]),
      });
    });

    it('lets the same version replace, so that a document can be made again', async () => {
      await index.put(scope, [document({ id: 'd', terms: { old: 1 }, vectors: [vector([1, 0])] })]);
      await index.put(scope, [document({ id: 'd', terms: { made: 2 }, vectors: [vector([0, 1])], role: 'user' })]);
      expect(await index.get(scope, ['d'])).toMatchObject([{ terms: { made: 2 }, role: 'user' }]);
      expect(await foundIds(index, scope, { terms: [{ term: 'old', weight: 1 }] })).toEqual([]);
      const [candidate] = await index.search(scope, { kinds: ['Fact'], vector: vector([0, 1]), limit: 10 });
      expect(candidate?.cosine).toBeCloseTo(1, 5);
    });

    it('lets exactly the newest of many writers stay', async () => {
      const versions = Array.from({ length: 50 }, (_, i) => ((i * 7) % 50) + 1);
      await Promise.all(
        versions.map((version) => index.put(scope, [document({ id: 'd', version, terms: { [`v${version}`]: 1 } })])),
      );
      expect(await versionOf('d')).toBe(50);
      const { documents, documentFrequency } = await index.statistics(scope, { kinds: ['Fact'], terms: ['v1', 'v49', 'v50'] });
      expect(documents).toBe(1);
      expect([...documentFrequency.values()]).toEqual([0, 0, 1]);
    });

    it('deletes, and takes back only what is newer than what was deleted', async () => {
      await index.put(scope, [
        document({ id: 'd', version: 2, terms: { word: 1 }, vectors: [vector([1, 0])] }),
        document({ id: 'stays' }),
      ]);
      await index.delete(scope, [
        { id: 'd', version: 2 },
        { id: 'nobody', version: 4 },
      ]);
      expect(await index.get(scope, ['d', 'stays'])).toMatchObject([{ id: 'stays' }]);
      expect(await foundIds(index, scope, { terms: [{ term: 'word', weight: 1 }], vector: vector([1, 0]) })).toEqual([]);
      for (const version of [1, 2]) await index.put(scope, [document({ id: 'd', version, terms: { word: 1 } })]);
      expect(await versionOf('d')).toBeNull();
      await index.put(scope, [document({ id: 'd', version: 3, terms: { word: 1 } })]);
      expect(await versionOf('d')).toBe(3);
      expect(await foundIds(index, scope, { terms: [{ term: 'word', weight: 1 }] })).toEqual(['d']);
    });

    it('deletes nothing newer, and remembers a deletion that came before the document', async () => {
      await index.put(scope, [document({ id: 'd', version: 3, terms: { word: 1 } })]);
      await index.delete(scope, [
        { id: 'd', version: 2 },
        { id: 'late', version: 2 },
      ]);
      expect(await versionOf('d')).toBe(3);
      await index.put(scope, [document({ id: 'late', version: 2 })]);
      expect(await versionOf('late')).toBeNull();
      await index.delete(scope, [{ id: 'late', version: 1 }]);
      await index.put(scope, [document({ id: 'late', version: 2 })]);
      expect(await versionOf('late')).toBeNull();
      await index.put(scope, [document({ id: 'late', version: 3 })]);
      expect(await versionOf('late')).toBe(3);
      expect(await index.versions(scope, null, 10)).toHaveLength(2);
    });

    it('names the scopes that hold something', async () => {
      const [full, emptied] = [freshScope(), freshScope()];
      for (const own of [full, emptied]) await index.put(own, [document({ id: 'd' })]);
      await index.delete(emptied, [{ id: 'd', version: 1 }]);
      const keys = new Set<string>();
      for await (const own of index.scopes()) keys.add(scopeKey(own));
      expect([keys.has(scopeKey(full)), keys.has(scopeKey(emptied))]).toEqual([true, false]);
    });

    it('clears a scope so that it can be filled again', async () => {
      const old = document({ id: 'd', terms: { word: 1 }, vectors: [vector([1, 0])] });
      await index.put(scope, [old, document({ id: 'deleted' })]);
      await index.delete(scope, [{ id: 'deleted', version: 1 }]);
      await index.clear(scope);
      expect(await index.get(scope, ['d'])).toEqual([]);
      expect(await index.statistics(scope, { kinds: ['Fact'], terms: ['word'] })).toEqual({
        documents: 0,
        totalLength: 0,
        documentFrequency: new Map([['word', 0]]),
      });
      await index.put(scope, [{ ...old, vectors: [vector([1, 0, 0])] }, document({ id: 'deleted' })]);
      expect(await index.get(scope, ['d', 'deleted'])).toHaveLength(2);
    });

    it('gives the documents at places of a conversation', async () => {
      const at = (ordinal: number, conversationId = 'c') =>
        document({ id: `${conversationId}${ordinal}`, kind: 'Message', conversationId, ordinal });
      await index.put(scope, [at(1), at(2), at(3), at(4), at(2, 'other'), document({ id: 'none', conversationId: 'c' })]);
      const idsAt = async (...ordinals: number[]) => {
        const positions = ordinals.map((ordinal) => ({ conversationId: 'c', ordinal }));
        return (await index.at(scope, positions, {})).map(({ id }) => id).sort();
      };
      expect(await idsAt(2, 4, 9, 4)).toEqual(['c2', 'c4']);
      expect(await idsAt()).toEqual([]);
      const inBoth = [
        { conversationId: 'c', ordinal: 2 },
        { conversationId: 'other', ordinal: 2 },
        { conversationId: 'nobody', ordinal: 2 },
      ];
      expect((await index.at(scope, inBoth, {})).map(({ id }) => id).sort()).toEqual(['c2', 'other2']);
      await index.delete(scope, [{ id: 'c2', version: 1 }]);
      expect(await idsAt(2, 4)).toEqual(['c4']);
    });

    it('counts documents, lengths and terms by kind and conversation', async () => {
      await index.put(scope, [
        document({ id: 'a', terms: { cat: 3, dog: 1 }, conversationId: 'x' }),
        document({ id: 'b', terms: { cat: 1 }, conversationId: 'y' }),
        document({ id: 'c', kind: 'Episode', terms: { cat: 1, bird: 2 }, conversationId: 'x' }),
        document({ id: 'd', kind: 'Message', terms: { cat: 1, constructor: 1 } }),
      ]);
      const statistics = async (query: Omit<Parameters<SearchIndex['statistics']>[1], 'terms'>) => {
        const { documents, totalLength, documentFrequency } = await index.statistics(scope, {
          terms: ['cat', 'dog', 'constructor', '__proto__'],
          ...query,
        });
        return [documents, totalLength, ...documentFrequency.values()];
      };
      expect(await statistics({ kinds: ['Fact'] })).toEqual([2, 5, 2, 1, 0, 0]);
      expect(await statistics({ kinds: ['Fact', 'Episode', 'Message'] })).toEqual([4, 10, 4, 1, 1, 0]);
      expect(await statistics({ kinds: ['Fact', 'Episode'], conversationIds: ['x'] })).toEqual([2, 7, 2, 1, 0, 0]);
      expect(await statistics({ kinds: [] })).toEqual([0, 0, 0, 0, 0, 0]);
      await index.put(scope, [document({ id: 'a', version: 2, kind: 'Fact', terms: { cat: 1 }, conversationId: 'y' })]);
      await index.delete(scope, [{ id: 'b', version: 1 }]);
      expect(await statistics({ kinds: ['Fact'] })).toEqual([1, 1, 1, 0, 0, 0]);
      expect(await statistics({ kinds: ['Fact', 'Episode'], conversationIds: ['x'] })).toEqual([1, 3, 1, 0, 0, 0]);
    });

    it('lists ids and versions in order of id', async () => {
      await index.put(scope, [document({ id: 'b', version: 2 }), document({ id: 'a' }), document({ id: 'c', version: 7 })]);
      const all = [
        { id: 'a', version: 1 },
        { id: 'b', version: 2 },
        { id: 'c', version: 7 },
      ];
      expect(await index.versions(scope, null, 10)).toEqual(all);
      expect(await index.versions(scope, null, 2)).toEqual(all.slice(0, 2));
      expect(await index.versions(scope, 'b', 10)).toEqual(all.slice(2));
      expect(await index.versions(freshScope(), null, 10)).toEqual([]);
    });

    it('takes a thousand documents at once', async () => {
      const documents = Array.from({ length: 1000 }, (_, i) => document({ id: `d${i}`, terms: { all: 1, [`t${i}`]: 2 } }));
      await index.put(scope, documents);
      expect(
        await index.get(
          scope,
          documents.map(({ id }) => id),
        ),
      ).toHaveLength(1000);
      expect(await foundIds(index, scope, { terms: [{ term: 't617', weight: 1 }] })).toEqual(['d617']);
    });

    it('answers that it works', async () => {
      await index.check(AbortSignal.timeout(10_000));
    });

    it('shows no scope anything of another, also of those that look alike', async () => {
      const scopes = lookAlikeScopes();
      const at = { conversationId: 'c', ordinal: 1 };
      for (const [i, own] of scopes.entries()) {
        await index.put(own, [
          document({ id: 'd', terms: { word: 1 }, length: i, vectors: [vector([1, i])], fields: { i }, ...at }),
        ]);
      }
      await index.delete(freshScope(), [{ id: 'd', version: 1 }]);
      await index.clear(freshScope());
      for (const [i, own] of scopes.entries()) {
        const ours = [{ id: 'd', fields: { i } }];
        const query = { kinds: ['Fact'], terms: [{ term: 'word', weight: 1 }], vector: vector([1, 0]), limit: 100 } as const;
        expect(await index.search(own, query), scopeKey(own)).toMatchObject([{ fields: { i } }]);
        expect(await index.get(own, ['d'])).toMatchObject(ours);
        expect(await index.at(own, [at], {})).toMatchObject(ours);
        expect(await index.versions(own, null, 10)).toHaveLength(1);
        expect(await index.statistics(own, { kinds: ['Fact'], terms: ['word'] })).toEqual({
          documents: 1,
          totalLength: i,
          documentFrequency: new Map([['word', 1]]),
        });
      }
      const [first, second, ...others] = scopes as readonly [Scope, Scope, ...Scope[]];
      await index.delete(first, [{ id: 'd', version: 1 }]);
      await index.clear(second);
      for (const own of others) expect(await index.get(own, ['d'])).toHaveLength(1);
      expect(await index.get(first, ['d'])).toEqual([]);
      expect(await index.get(second, ['d'])).toEqual([]);
    });
  });
}

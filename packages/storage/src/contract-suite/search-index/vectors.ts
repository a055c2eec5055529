import type { Scope } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { SearchIndex, SearchIndexMaintenance } from '../../search-index.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { document, foundIds, vector } from './fixtures.ts';

/** What is promised of the vectors of documents: whose they are, and of which text. */
export function describeVectors(open: OpenStore<SearchIndex & SearchIndexMaintenance>): void {
  describe('vectors', () => {
    let index: SearchIndex & SearchIndexMaintenance;
    let scope: Scope;
    openBeforeEach(open, (store, own) => {
      index = store;
      scope = own;
    });

    it('lets a second embedder catch up beside the first, and drops the first on request', async () => {
      const first = vector([1, 0]);
      const second = vector([0, 0, 1], 'second');
      await index.put(scope, [document({ id: 'a', vectors: [first] }), document({ id: 'b', vectors: [first] })]);
      await index.put(scope, [document({ id: 'a', vectors: [second] })]);
      expect(await index.embedders(scope)).toEqual(
        new Map([
          [first.embedder, 2],
          ['second', 1],
        ]),
      );
      const [both] = await index.get(scope, ['a']);
      expect(both?.vectors.map(({ embedder }) => embedder).sort()).toEqual(['second', first.embedder].sort());
      expect(await foundIds(index, scope, { vector: first })).toEqual(['a', 'b']);
      expect(await foundIds(index, scope, { vector: second })).toEqual(['a']);
      // What a newer version does not bring is gone: it was made of another text.
      await index.put(scope, [document({ id: 'b', version: 2, vectors: [second] })]);
      expect(await foundIds(index, scope, { vector: first })).toEqual(['a']);
      await index.dropVectors(scope, first.embedder);
      expect(await index.embedders(scope)).toEqual(new Map([['second', 2]]));
      expect(await foundIds(index, scope, { vector: first })).toEqual([]);
      expect(await foundIds(index, scope, { vector: second })).toEqual(['a', 'b']);
      await index.put(scope, [document({ id: 'c', vectors: [vector([1, 0, 0, 0])] })]);
      expect(await foundIds(index, scope, { vector: vector([1, 0, 0, 0]) })).toEqual(['c']);
    });

    it('knows of each vector which text it was made of, as long as it has the vector', async () => {
      const first = { ...vector([1, 0]), textHash: 'first text' };
      const second = { ...vector([0, 0, 1], 'second'), textHash: 'second text' };
      const hashes = async () => {
        const [read] = await index.get(scope, ['d']);
        return new Map(read?.vectors.map(({ embedder, textHash }) => [embedder, textHash ?? null]));
      };
      await index.put(scope, [document({ id: 'd', vectors: [first] })]);
      await index.put(scope, [document({ id: 'd', vectors: [second], role: 'user' })]);
      expect(await hashes()).toEqual(
        new Map([
          [first.embedder, 'first text'],
          ['second', 'second text'],
        ]),
      );
      // As version 0.1.0 puts it.
      await index.put(scope, [document({ id: 'd', vectors: [vector([0, 1])] })]);
      expect((await hashes()).get(first.embedder)).toBeNull();
      await index.put(scope, [document({ id: 'd', version: 2, vectors: [first] })]);
      expect(await hashes()).toEqual(new Map([[first.embedder, 'first text']]));
      await index.put(scope, [document({ id: 'd', version: 3 })]);
      expect(await hashes()).toEqual(new Map());
      await index.put(scope, [document({ id: 'd', version: 3, vectors: [second] })]);
      await index.dropVectors(scope, 'second');
      expect(await hashes()).toEqual(new Map());
    });

    it('gives the vectors of one embedder', async () => {
      const own = vector([3, 4]);
      await index.put(scope, [document({ id: 'a', vectors: [own, vector([1, 0, 0], 'other')] }), document({ id: 'bare' })]);
      const vectors = await index.vectors(scope, ['a', 'bare', 'nobody'], own.embedder);
      expect([...vectors.keys()]).toEqual(['a']);
      for (const [i, value] of own.values.entries()) expect(vectors.get('a')?.[i]).toBeCloseTo(value, 6);
      await index.delete(scope, [{ id: 'a', version: 1 }]);
      expect(await index.vectors(scope, ['a'], own.embedder)).toEqual(new Map());
    });
  });
}

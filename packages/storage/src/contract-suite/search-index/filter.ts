import { isSameScope, type Scope } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { type AttributeFilter, type IndexAttributes, type MetadataCondition, passes } from '../../attributes.ts';
import type { IndexQuery, SearchIndex, SearchIndexMaintenance } from '../../search-index.ts';
import { type OpenStore, openBeforeEach } from '../opened.ts';
import { freshScope } from '../scopes.ts';
import { randomAttributes, randomFilter, randomNumbers } from './attribute-fixtures.ts';
import { document, foundIds, vector } from './fixtures.ts';

/** What filtering by attributes promises. */
export function describeFilter(open: OpenStore<SearchIndex & SearchIndexMaintenance>): void {
  describe('filter', () => {
    let index: SearchIndex & SearchIndexMaintenance;
    let scope: Scope;
    openBeforeEach(open, (store, own) => {
      index = store;
      scope = own;
    });

    const legs: Partial<IndexQuery>[] = [{ terms: [{ term: 'cat', weight: 1 }] }, { vector: vector([1, 0]) }];
    const base = { terms: { cat: 1 }, vectors: [vector([1, 0])] };
    const filterOf = (given: Partial<AttributeFilter>): AttributeFilter => ({ metadata: [], tagsAny: [], tagsAll: [], ...given });
    const tested = (condition: MetadataCondition) => filterOf({ metadata: [condition] });
    const put = (documents: Readonly<Record<string, Partial<IndexAttributes>>>) =>
      index.put(
        scope,
        Object.entries(documents).map(([id, { metadata = {}, tags = [] }]) =>
          document({ id, ...base, attributes: { metadata, tags } }),
        ),
      );
    /** By each leg alone: they are asked for different things. */
    async function expectFound(filter: AttributeFilter, ids: readonly string[], note = JSON.stringify(filter)) {
      for (const leg of legs)
        expect(await foundIds(index, scope, { ...leg, filter, limit: 1000 }), note).toEqual([...ids].sort());
    }

    it('finds what has a value, equal numbers however they are written', async () => {
      await put({
        one: { metadata: { n: '1' } },
        oneTenth: { metadata: { n: '1.0' } },
        power: { metadata: { n: '10e-1' } },
        padded: { metadata: { n: '01' } },
        spaced: { metadata: { n: ' 1' } },
        other: { metadata: { m: '1' } },
        none: {},
      });
      await expectFound(tested({ key: 'n', test: 'in', values: ['1'] }), ['one', 'oneTenth', 'power']);
      await expectFound(tested({ key: 'n', test: 'in', values: ['01', 'x'] }), ['padded']);
      await expectFound(tested({ key: 'n', test: 'in', values: [' 1', '1.00'] }), ['one', 'oneTenth', 'power', 'spaced']);
      await expectFound(tested({ key: 'n', test: 'exists', exists: true }), ['one', 'oneTenth', 'power', 'padded', 'spaced']);
      await expectFound(tested({ key: 'n', test: 'exists', exists: false }), ['other', 'none']);
    });

    it('compares numbers as numbers, texts as texts, and never one with the other', async () => {
      await put({
        nine: { metadata: { v: '9' } },
        ten: { metadata: { v: '10' } },
        minus: { metadata: { v: '-3.5' } },
        large: { metadata: { v: '1e300' } },
        date: { metadata: { v: '2026-05-07' } },
        later: { metadata: { v: '2026-05-07T10:00:00Z' } },
        upper: { metadata: { v: 'B' } },
        lower: { metadata: { v: 'a' } },
        empty: { metadata: { v: '' } },
        absent: {},
      });
      await expectFound(tested({ key: 'v', test: 'below', bound: '10' }), ['nine', 'minus']);
      await expectFound(tested({ key: 'v', test: 'above', bound: '9.0' }), ['ten', 'large']);
      await expectFound(tested({ key: 'v', test: 'below', bound: '2026-05-07T' }), ['date', 'empty']);
      await expectFound(tested({ key: 'v', test: 'above', bound: '2026-05-07' }), ['later', 'upper', 'lower']);
      await expectFound(tested({ key: 'v', test: 'above', bound: 'B' }), ['lower']);
      await expectFound(tested({ key: 'v', test: 'above', bound: '' }), ['date', 'later', 'upper', 'lower']);
      await expectFound(tested({ key: 'v', test: 'below', bound: '' }), []);
    });

    it('takes a number that no double holds for a text', async () => {
      await put({ id: { metadata: { v: '9007199254740993' } }, near: { metadata: { v: '9007199254740992' } } });
      await expectFound(tested({ key: 'v', test: 'in', values: ['9007199254740993'] }), ['id']);
      await expectFound(tested({ key: 'v', test: 'in', values: ['9007199254740992.0'] }), ['near']);
      await expectFound(tested({ key: 'v', test: 'above', bound: '1' }), ['near']);
    });

    it('compares long texts by where they differ', async () => {
      const long = 'x'.repeat(64);
      await put({
        same: { metadata: { v: long } },
        longer: { metadata: { v: `${long}a` } },
        less: { metadata: { v: `${long.slice(1)}w` } },
      });
      await expectFound(tested({ key: 'v', test: 'above', bound: long }), ['longer']);
      await expectFound(tested({ key: 'v', test: 'below', bound: long }), ['less']);
      await expectFound(tested({ key: 'v', test: 'above', bound: long.slice(1) }), ['same', 'longer', 'less']);
      await expectFound(tested({ key: 'v', test: 'in', values: [`${long}a`] }), ['longer']);
    });

    it('demands every condition, also several of one key', async () => {
      await put({
        low: { metadata: { v: '1', k: 'a' } },
        middle: { metadata: { v: '5', k: 'a' } },
        other: { metadata: { v: '5', k: 'b' } },
      });
      const metadata: MetadataCondition[] = [
        { key: 'v', test: 'above', bound: '1' },
        { key: 'v', test: 'below', bound: '10' },
        { key: 'k', test: 'in', values: ['a'] },
      ];
      await expectFound(filterOf({ metadata }), ['middle']);
      await expectFound(filterOf({ metadata: metadata.slice(0, 2) }), ['middle', 'other']);
      const never: MetadataCondition = { key: 'v', test: 'exists', exists: false };
      await expectFound(filterOf({ metadata: [...metadata, never] }), []);
    });

    it('finds tags as they are written, any of them and all of them', async () => {
      await put({ ab: { tags: ['a', 'b'] }, upper: { tags: ['A'] }, b: { tags: ['b'] }, none: {} });
      await expectFound(filterOf({ tagsAny: ['a', 'A'] }), ['ab', 'upper']);
      await expectFound(filterOf({ tagsAll: ['a', 'b'] }), ['ab']);
      await expectFound(filterOf({ tagsAny: ['a', 'x'], tagsAll: ['b'] }), ['ab']);
      await expectFound(filterOf({ tagsAny: ['c'] }), []);
      await expectFound(filterOf({}), ['ab', 'upper', 'b', 'none']);
    });

    it('knows any text as key, value and tag', async () => {
      const odd = ['', '__proto__', 'constructor', 'a.b', 'a"b', '[0]', 'größe', '🧠', ' ', '%'];
      await put(
        Object.fromEntries(
          odd.map((text, i) => [`d${i}`, { metadata: JSON.parse(`{${JSON.stringify(text)}:"x"}`), tags: [text] }]),
        ),
      );
      for (const [i, text] of odd.entries()) {
        await expectFound(tested({ key: text, test: 'in', values: ['x'] }), [`d${i}`], text);
        await expectFound(tested({ key: text, test: 'above', bound: 'w' }), [`d${i}`], text);
        await expectFound(filterOf({ tagsAll: [text] }), [`d${i}`], text);
      }
      await expectFound(tested({ key: 'toString', test: 'exists', exists: true }), []);
    });

    it('takes the best of what passes, not what passes of the best', async () => {
      await index.put(
        scope,
        Array.from({ length: 60 }, (_, i) =>
          document({
            id: `d${i}`,
            terms: { cat: 60 - i },
            vectors: [vector([60 - i, i])],
            attributes: { metadata: { n: String(i) }, tags: [] },
          }),
        ),
      );
      for (const leg of legs) {
        const filter = tested({ key: 'n', test: 'above', bound: '54' });
        expect(await foundIds(index, scope, { ...leg, filter, limit: 2 })).toEqual(['d55', 'd56']);
      }
    });

    it('follows the newest version, and the same one made again', async () => {
      const own = (version: number, tag: string) =>
        document({ id: 'd', version, ...base, attributes: { metadata: { v: tag }, tags: [tag] } });
      await index.put(scope, [own(1, 'old')]);
      await index.put(scope, [own(2, 'new')]);
      await expectFound(filterOf({ tagsAny: ['old'] }), []);
      await expectFound(tested({ key: 'v', test: 'in', values: ['new'] }), ['d']);
      // Without its vectors, which stay and follow it.
      await index.put(scope, [{ ...own(2, 'again'), vectors: [] }]);
      await expectFound(filterOf({ tagsAny: ['new'] }), []);
      await expectFound(tested({ key: 'v', test: 'in', values: ['again'] }), ['d']);
      await index.delete(scope, [{ id: 'd', version: 2 }]);
      await expectFound(filterOf({ tagsAny: ['again'] }), []);
    });

    it('lets nothing through that has no attributes, and names it until it is made again', async () => {
      const old = document({ id: 'old', ...base, attributes: null });
      await index.put(scope, [old, document({ id: 'made', ...base })]);
      const named = async () => {
        const found = await index.withoutAttributes(['Fact'], 1000);
        return found.filter((each) => isSameScope(each.scope, scope)).map(({ id }) => id);
      };
      await expectFound(tested({ key: 'k', test: 'exists', exists: false }), ['made']);
      expect(await index.lacksAttributes(scope, ['Fact'])).toBe(true);
      expect(await index.lacksAttributes(scope, ['Episode'])).toBe(false);
      expect(await index.lacksAttributes(scope, [])).toBe(false);
      expect(await index.lacksAttributes(freshScope(), ['Fact'])).toBe(false);
      expect(await named()).toEqual(['old']);
      expect(await index.withoutAttributes(['Episode'], 1000)).toEqual([]);
      expect(await index.get(scope, ['old'])).toMatchObject([{ attributes: null }]);
      await index.put(scope, [{ ...old, vectors: [], attributes: { metadata: {}, tags: ['x'] } }]);
      await expectFound(filterOf({ tagsAny: ['x'] }), ['old']);
      expect(await index.lacksAttributes(scope, ['Fact'])).toBe(false);
      expect(await named()).toEqual([]);
      await index.put(scope, [document({ id: 'gone', attributes: null })]);
      await index.delete(scope, [{ id: 'gone', version: 1 }]);
      expect([await index.lacksAttributes(scope, ['Fact']), await named()]).toEqual([false, []]);
    });

    it('agrees with the reference on random documents and filters', async () => {
      const random = randomNumbers(14);
      const documents = Array.from({ length: 200 }, (_, i) =>
        document({ id: `d${i}`, ...base, attributes: randomAttributes(random) }),
      );
      await index.put(scope, documents);
      let found = 0;
      for (let i = 0; i < 80; i += 1) {
        const filter = randomFilter(random);
        const expected = documents.filter(({ attributes }) => attributes && passes(attributes, filter)).map(({ id }) => id);
        await expectFound(filter, expected);
        found += expected.length;
      }
      // Else the test would say nothing.
      expect(found).toBeGreaterThan(500);
    });
  });
}

import { randomUUID } from 'node:crypto';
import type { TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../verifies.ts';
import type { World } from './world.ts';

/** What is read of an answer here. */
interface Answer {
  readonly facts?: readonly { readonly metadata: Readonly<Record<string, string>> }[];
  readonly error?: { readonly message: string };
}

/** What filters promise, on every store and way in. */
export function filters(world: World): void {
  describe('a filter', () => {
    let fleet: TestFleet;
    beforeAll(async () => {
      fleet = await world.start({ http: true });
    });
    afterAll(() => fleet?.[Symbol.asyncDispose]());

    it('on metadata and tags says which records Retrieve and List may answer', verifies('recall.filter'), async () => {
      const user = `user-${randomUUID()}`;
      // Written by hand: the types of the contract have texts alone.
      const post = async (operation: string, body: object) => {
        const headers = { 'content-type': 'application/json' };
        const sent = { method: 'POST', headers, body: JSON.stringify({ user, ...body }) };
        return (await (await fetch(`${fleet.httpUrl}/v1/facts/${operation}`, sent)).json()) as Answer;
      };
      for (const [name, price, tags] of [
        ['Darjeeling', 12.5, ['tea', 'black']],
        ['Sencha', 9, ['tea', 'green']],
        ['Gyokuro', '100', ['tea', 'green']],
        ['Assam', 'sold out', ['tea', 'black']],
      ] as const)
        await post('store', { content: `${name} is a tea in the shop`, metadata: { name, price, shop: { open: true } }, tags });
      const found = async (filter: object) => {
        const named = ({ facts = [] }: Answer) => facts.map(({ metadata }) => metadata.name).toSorted();
        const retrieved = named(await post('retrieve', { query: 'Which tea is in the shop?', top_k: 2, filter }));
        expect(named(await post('list', { filter }))).toEqual(retrieved);
        return retrieved;
      };
      expect(await found({ metadata: [{ key: 'price', less_than: 12.6 }] })).toEqual(['Darjeeling', 'Sencha']);
      expect(await found({ metadata: [{ key: 'price', in: [1e2, 'sold out'] }] })).toEqual(['Assam', 'Gyokuro']);
      expect(await found({ metadata: [{ key: 'price', greater_than: 9 }], tags_all: ['green'] })).toEqual(['Gyokuro']);
      expect(await found({ metadata: [{ key: 'discount', exists: true }] })).toEqual([]);
      // As a caller on the bus sends it.
      const filter = { metadata: [{ key: 'price', equals: '9.0' }] };
      const { facts } = await fleet.caller.call('facts', 'retrieve', { user, query: 'tea', filter });
      expect(facts).toMatchObject([
        {
          metadata: { name: 'Sencha', price: '9', shop: '{"open":true}' },
          metadata_json: '{"name":"Sencha","price":9,"shop":{"open":true}}',
          tags: ['tea', 'green'],
        },
      ]);
      const refused = await post('list', { filter: { metadata: [{ key: 'price', in: [] }] } });
      expect(refused.error?.message).toBe('filter.metadata[0].in: must not be empty');
    });
  });
}

import { expect, it } from 'vitest';
import { givenMembers } from './given-members.ts';

const given = (operation: string, request: unknown) => [...givenMembers('facts', operation, request)];

it('what a request gives is named by its path, with whether 0.1.0 knows it', () => {
  expect(given('retrieve', { query: 'x', filter: { tags_any: ['a'], metadata: [{ key: 'k', exists: false }] } })).toEqual([
    { path: 'retrieve.query', isLater: false },
    { path: 'retrieve.filter', isLater: true },
    { path: 'retrieve.filter.tags_any', isLater: true },
    { path: 'retrieve.filter.metadata', isLater: true },
    { path: 'retrieve.filter.metadata[0].key', isLater: true },
    { path: 'retrieve.filter.metadata[0].exists', isLater: true },
  ]);
});

it.each([{ sort_by: 'score' }, { filter: null, min_weight: null }, { query: '', top_k: 5 }, { nobody_knows: 1 }])(
  'what stands for a member that was left out is none, nor is what the contract does not know: %j',
  (request) => {
    expect(given('retrieve', request)).toEqual([]);
  },
);

it.each(['a text', null, ['a list'], { filter: 'a text' }, { filter: { metadata: 'a text' } }])(
  'what the service is to refuse is no failure here: %j',
  (request) => {
    expect(() => given('retrieve', request)).not.toThrow();
  },
);

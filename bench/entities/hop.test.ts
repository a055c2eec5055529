import { expect, it } from 'vitest';
import { afterHop, mentionsIn } from './hop.ts';

const texts = [
  { id: 'seed', text: 'We met Tobias' },
  { id: 'linked', text: 'Tobias, as ever, is in Ghent' },
  { id: 'other', text: 'The train to Oslo was late' },
];

it('a name that is sure anywhere is one everywhere, but for those that are left out', () => {
  expect(mentionsIn(texts, new Set()).get('linked')).toEqual(['tobias', 'ghent']);
  expect(mentionsIn(texts, new Set(['tobias'])).get('linked')).toEqual(['ghent']);
});

it('a text that shares an entity with the best is moved up, and nothing else', () => {
  const scored = [
    { id: 'seed', score: 1 },
    { id: 'other', score: 0.2 },
    { id: 'linked', score: 0.1 },
  ];
  const order = (weight: number) => afterHop(scored, mentionsIn(texts, new Set()), { seeds: 1, weight }).map(({ id }) => id);
  expect(order(0)).toEqual(['seed', 'other', 'linked']);
  expect(order(0.5)).toEqual(['seed', 'linked', 'other']);
});

import { expect, it } from 'vitest';
import { counting } from './counting.ts';

it('names one thing in the singular, none and more in the plural', () => {
  expect([0, 1, 2].map((count) => counting(count, 'fact'))).toEqual(['0 facts', '1 fact', '2 facts']);
  expect([1, 3].map((count) => counting(count, 'summary', 'summaries'))).toEqual(['1 summary', '3 summaries']);
});

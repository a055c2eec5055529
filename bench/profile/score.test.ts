import { expect, it } from 'vitest';
import { figuresOf } from './score.ts';

const scored = (field: string | null, found: string | null) => ({ schema: 'default' as const, fact: 'x', field, found });

it('precision counts the fields found, recall the facts that belong to one', () => {
  const figures = figuresOf([scored('a', 'a'), scored('a', 'b'), scored('b', null), scored(null, 'a'), scored(null, null)]);
  expect(figures).toEqual({ facts: 5, found: 3, right: 1, precision: 1 / 3, recall: 1 / 3 });
});

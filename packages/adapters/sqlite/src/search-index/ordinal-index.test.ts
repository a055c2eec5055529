import { expect, it } from 'vitest';
import { OrdinalIndex } from './ordinal-index.ts';

it('answers who stands at a place, in whatever order they came and went', () => {
  const index = new OrdinalIndex();
  const standing = new Map<number, number>();
  for (let step = 0; step < 400; step += 1) {
    const number = (step * 37) % 101;
    const ordinal = standing.get(number);
    if (ordinal === undefined) {
      standing.set(number, (number * 7) % 60);
      index.add(number, 1, (number * 7) % 60);
    } else {
      standing.delete(number);
      index.remove(number, 1, ordinal);
    }
  }
  for (let ordinal = -1; ordinal < 62; ordinal += 1) {
    const expected = [...standing].filter(([, own]) => own === ordinal).map(([number]) => number);
    expect([...index.at(1, ordinal)].sort()).toEqual(expected.sort());
    expect(index.at(2, ordinal)).toEqual([]);
  }
});

it('knows no place without a conversation or an ordinal', () => {
  const index = new OrdinalIndex();
  index.add(1, 0, 3);
  index.add(2, 4, null);
  index.remove(2, 4, Number.NaN);
  expect([index.at(0, 3), index.at(4, Number.NaN)]).toEqual([[], []]);
});

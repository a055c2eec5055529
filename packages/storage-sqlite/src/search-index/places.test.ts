import { expect, it } from 'vitest';
import { Places } from './places.ts';

it('answers who stands at a place, in whatever order they came and went', () => {
  const places = new Places();
  const standing = new Map<number, number>();
  for (let step = 0; step < 400; step += 1) {
    const number = (step * 37) % 101;
    const ordinal = standing.get(number);
    if (ordinal === undefined) {
      standing.set(number, (number * 7) % 60);
      places.add(number, 1, (number * 7) % 60);
    } else {
      standing.delete(number);
      places.remove(number, 1, ordinal);
    }
  }
  for (let ordinal = -1; ordinal < 62; ordinal += 1) {
    const expected = [...standing].filter(([, own]) => own === ordinal).map(([number]) => number);
    expect([...places.at(1, ordinal)].sort()).toEqual(expected.sort());
    expect(places.at(2, ordinal)).toEqual([]);
  }
});

it('knows no place without a conversation or an ordinal', () => {
  const places = new Places();
  places.add(1, 0, 3);
  places.add(2, 4, null);
  places.remove(2, 4, Number.NaN);
  expect([places.at(0, 3), places.at(4, Number.NaN)]).toEqual([[], []]);
});

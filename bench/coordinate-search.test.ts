import { expect, it } from 'vitest';
import { coordinateSearch } from './coordinate-search.ts';

const between = { start: 0, min: 0, max: 1, steps: [0.1] };
const peak = ({ x = 0, y = 0 }: Readonly<Record<string, number>>) => 1 - (x - 0.3) ** 2 - (y - 0.6) ** 2;

it('climbs to where no step gains', () => {
  expect(coordinateSearch({ x: between, y: between }, 0.001, peak)).toEqual({ x: 0.3, y: 0.6 });
});

it('keeps within bounds', () => {
  expect(coordinateSearch({ x: { ...between, max: 0.2 } }, 0.001, peak)).toEqual({ x: 0.2 });
  expect(coordinateSearch({ x: { ...between, start: 0.5, min: 0.4 } }, 0.001, peak)).toEqual({ x: 0.4 });
});

it('leaves alone what gains too little, and takes back what a later step has made needless', () => {
  expect(coordinateSearch({ x: between }, 0.2, peak)).toEqual({});
  const either = ({ x = 0, y = 0 }: Readonly<Record<string, number>>) => Math.max(x > 0 ? 0.5 : 0, y > 0 ? 1 : 0);
  expect(coordinateSearch({ x: between, y: between }, 0.1, either)).toEqual({ y: 0.1 });
});

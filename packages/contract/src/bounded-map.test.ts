import { expect, it, vi } from 'vitest';
import { BoundedMap, rememberLately } from './bounded-map.ts';

it('lets the entry go that was put in first', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 4],
  ]);
});

it('lets a part of a large one go at once: to find the first passes over all that have gone before', () => {
  const map = new BoundedMap<number, true>(640);
  const looks = vi.spyOn(map, 'keys');
  for (let key = 0; key <= 640; key += 1) map.set(key, true);
  expect([map.size, map.keys().next().value]).toEqual([631, 10]);
  looks.mockClear();
  for (let key = 641; key < 1_280; key += 1) map.set(key, true);
  expect(map.size).toBeLessThanOrEqual(640);
  expect(looks.mock.calls.length).toBeLessThanOrEqual(64);
});

it('reads a text once while it is remembered, and of long ones the last', () => {
  const read = vi.fn((text: string) => (text === 'none' ? null : text.length));
  const lately = rememberLately(read, { texts: 2, characters: 4 });
  expect(['none', 'none', 'four', 'four', 'longer', 'longer'].map(lately)).toEqual([null, null, 4, 4, 6, 6]);
  expect(read).toHaveBeenCalledTimes(3);
  lately('another');
  lately('longer');
  expect(read).toHaveBeenCalledTimes(5);
  lately('new');
  lately('none');
  expect(read).toHaveBeenCalledTimes(7);
});

it('remembers as many long ones as it is to', () => {
  const read = vi.fn((text: string) => text.length);
  const lately = rememberLately(read, { texts: 2, characters: 4, longTexts: 2 });
  expect(['longer', 'longest', 'longer', 'longest'].map(lately)).toEqual([6, 7, 6, 7]);
  expect(read).toHaveBeenCalledTimes(2);
});

it('does not remember an answer that must not be', () => {
  const read = vi.fn((text: string) => text.length);
  const lately = rememberLately(read, { texts: 2, characters: 9, unless: (length) => length > 2 });
  expect(['of', 'of', 'pin', 'pin'].map(lately)).toEqual([2, 2, 3, 3]);
  expect(read).toHaveBeenCalledTimes(3);
});

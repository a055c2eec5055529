import { expect, it } from 'vitest';
import { CuedPattern } from './cued-pattern.ts';

const pattern = new CuedPattern(/ new /, '\\bcar (\\d)', 'gu');

it('finds what it finds without its cue, and nothing where the cue is missing', () => {
  expect(pattern.test('a new car 1')).toBe(true);
  expect('a new car 1, car 2'.replace(pattern, '$1')).toBe('a new 1, 2');
  expect('an old car 1'.replace(pattern, '$1')).toBe('an old car 1');
  expect(pattern.exec('an old car 1')).toBeNull();
});

it('is a plain pattern where a text is divided or gone through', () => {
  expect('a car 1 b'.split(pattern)).toEqual(['a ', '1', ' b']);
  expect([...'car 1 car 2'.matchAll(pattern)].map(([, digit]) => digit)).toEqual(['1', '2']);
});

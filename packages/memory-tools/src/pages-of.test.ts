import { expect, test } from 'vitest';
import { pagesOf } from './pages-of.ts';

test('texts share a page as far as they fit', () => {
  expect(pagesOf(['a', 'bc', 'defgh'], 4)).toEqual(['a\nbc', 'defg', 'h']);
  expect(pagesOf(['a', 'bcd', 'e'], 5)).toEqual(['a\nbcd', 'e']);
  expect(pagesOf([], 4)).toEqual([]);
});

test.each(['x', 'ä', '港', '👩‍👩‍👧'])('a text of %s that is longer than a page goes on over the next ones to its end', (sign) => {
  const text = sign.repeat(900);
  const pages = pagesOf([text, 'the end'], 700);
  expect(pages.map((page) => Buffer.byteLength(page)).filter((bytes) => bytes > 700)).toEqual([]);
  expect(pages.join('')).toMatch(/\n?the end$/);
  expect(pages.join('').replace(/\n?the end$/, '')).toBe(text);
});

import { expect, it } from 'vitest';
import { withoutLastSlashes } from './without-last-slashes.ts';

it('takes the slashes at the end, and no others', () => {
  expect(withoutLastSlashes('http://models.test/v1')).toBe('http://models.test/v1');
  expect(withoutLastSlashes('http://models.test//v1///')).toBe('http://models.test//v1');
  expect(withoutLastSlashes('/')).toBe('');
});

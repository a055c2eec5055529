import { expect, test } from 'vitest';
import { boundedIdempotencyKey, checkedIdempotencyKey } from './idempotency-key.ts';

test('a key of 1 to 256 characters is taken as it is', () => {
  expect(checkedIdempotencyKey('key', 'k')).toBe('k');
  expect(checkedIdempotencyKey('key', 'k'.repeat(256))).toBe('k'.repeat(256));
});

test.each([
  ['', 'got 0'],
  ['k'.repeat(257), 'got 257'],
  [5, 'got a number'],
  [true, 'got a boolean'],
])('another is refused by its name, and the text says what came: %s', (key, got) => {
  expect(() => checkedIdempotencyKey('Idempotency-Key', key)).toThrow(
    `Idempotency-Key: must be a text of 1 to 256 characters, ${got}`,
  );
});

test('a key that nobody bounded is itself up to the limit, and beyond it a text of its own', () => {
  expect(boundedIdempotencyKey('k'.repeat(256))).toBe('k'.repeat(256));
  const [one = '', other] = ['a', 'b'].map((end) => boundedIdempotencyKey(`${'k'.repeat(5_000)}${end}`));
  expect(one).toHaveLength(64);
  expect(one).not.toBe(other);
});

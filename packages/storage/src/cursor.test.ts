import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

it('brings a position back, of its own order only', () => {
  const position = { value: '2026-05-01T10:00:00.000Z', id: 'fact_ü"' };
  const cursor = encodeCursor('createdAt', position);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(decodeCursor('createdAt', cursor)).toEqual(position);
  expect(() => decodeCursor('updatedAt', cursor)).toThrow(/^cursor: /);
  expect(decodeCursor('ordinal', encodeCursor('ordinal', { value: null, id: 'a' }))).toEqual({ value: null, id: 'a' });
  expect(decodeCursor('createdAt', null)).toBeNull();
  expect(decodeCursor('createdAt', undefined)).toBeNull();
});

import { expect, it } from 'vitest';
import { allPages, decodeCursor, encodeCursor } from './cursor.ts';

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

it('goes on by cursors to the last page, and reads no page before it is wanted', async () => {
  const pages = [['a', 'b'], [], ['c']];
  const asked: (string | null)[] = [];
  const read = async (cursor: string | null) => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    return { items: pages[at] ?? [], nextCursor: at + 1 < pages.length ? `${at + 1}` : null };
  };
  for await (const page of allPages(read)) if (page.length > 0) break;
  expect(asked.splice(0)).toEqual([null]);
  expect(await Array.fromAsync(allPages(read))).toEqual(pages);
  expect(asked).toEqual([null, '1', '2']);
});

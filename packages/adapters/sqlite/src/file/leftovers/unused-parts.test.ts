import { expect, test } from 'vitest';
import { unusedParts } from './unused-parts.ts';

interface Header {
  readonly kind: number;
  readonly block?: number;
  readonly cells?: number;
  readonly content?: number;
  readonly at?: number;
}

function pageOf({ kind, block = 0, cells = 0, content = 512, at = 0 }: Header): Buffer {
  const page = Buffer.alloc(512);
  page.writeUInt8(kind, at);
  page.writeUInt16BE(block, at + 1);
  page.writeUInt16BE(cells, at + 3);
  page.writeUInt16BE(content, at + 5);
  return page;
}

function withBlock(page: Buffer, at: number, next: number, length: number): Buffer {
  page.writeUInt16BE(next, at);
  page.writeUInt16BE(length, at + 2);
  return page;
}

test('nothing stands between the pointers of a page and what they point to', () => {
  expect(unusedParts(pageOf({ kind: 0x0d, cells: 3, content: 400 }), false)).toEqual([[14, 400]]);
  expect(unusedParts(pageOf({ kind: 0x05, cells: 3, content: 400 }), false)).toEqual([[18, 400]]);
  expect(unusedParts(pageOf({ kind: 0x0a, cells: 3, content: 400, at: 100 }), true)).toEqual([[114, 400]]);
  expect(unusedParts(pageOf({ kind: 0x0d, cells: 2, content: 12 }), false)).toEqual([]);
});

test('of a free block only where the next one is and how long it is says something', () => {
  const page = withBlock(withBlock(pageOf({ kind: 0x0d, cells: 1, content: 300, block: 320 }), 320, 400, 20), 400, 0, 4);
  expect(unusedParts(page, false)).toEqual([
    [10, 300],
    [324, 340],
  ]);
});

test('no other page and none that is damaged has such parts', () => {
  for (const kind of [0x00, 0x01, 0x0e, 0xff]) expect(unusedParts(pageOf({ kind }), false)).toEqual([]);
  expect(unusedParts(pageOf({ kind: 0x0d, cells: 300 }), false)).toEqual([]);
  expect(unusedParts(pageOf({ kind: 0x0d, content: 600 }), false)).toEqual([]);
  for (const [block, next, length] of [
    [200, 0, 20],
    [320, 0, 300],
    [320, 0, 2],
    [320, 330, 20],
    [510, 0, 0],
  ] as const)
    expect(
      unusedParts(withBlock(pageOf({ kind: 0x0d, content: 300, block }), Math.min(block, 508), next, length), false),
    ).toEqual([]);
});

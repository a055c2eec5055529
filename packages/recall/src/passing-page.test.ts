import { decodeCursor, encodeCursor, type GraphNode, type Page } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { passingPage } from './passing-page.ts';

/** Only what a page looks at. */
type Numbered = Pick<GraphNode, 'id' | 'createdAt' | 'properties'>;

/** Finds in nodes that are in order, as a Graph does: after the node of the cursor. */
function finding(nodes: readonly Numbered[]) {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  return (limit: number, cursor: string | null): Page<GraphNode> => {
    const after = decodeCursor('createdAt', cursor);
    const first = after ? (indexes.get(after.id) ?? Number.NaN) + 1 : 0;
    // A page looks at nothing else of a node.
    const items = nodes.slice(first, first + limit) as unknown as readonly GraphNode[];
    const last = items.at(-1);
    const isLast = first + limit >= nodes.length;
    return { items, nextCursor: last && !isLast ? encodeCursor('createdAt', { value: last.createdAt, id: last.id }) : null };
  };
}

/** Pages of the nodes whose number passes, with how many nodes each page has read. */
async function pagesOf(count: number, limit: number, passes: (n: number) => boolean) {
  const nodes = Array.from({ length: count }, (_, n): Numbered => {
    // Some share their time.
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3)).toISOString();
    return { id: String(n).padStart(6, '0'), createdAt, properties: { n } };
  });
  const find = finding(nodes.toReversed());
  const pages: { readonly numbers: unknown[]; readonly read: number }[] = [];
  let cursor: string | null = null;
  do {
    let read = 0;
    const page: Page<GraphNode> = await passingPage(
      { limit, cursor, order: 'createdAt' },
      async (most, from) => {
        const found = find(most, from);
        read += found.items.length;
        return found;
      },
      async (found) => found.filter(({ properties }) => passes(Number(properties.n))),
    );
    pages.push({ numbers: page.items.map(({ properties }) => properties.n), read });
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

test('each page is full but the last, and together they miss nothing and repeat nothing', async () => {
  for (const [count, limit, every] of [
    [100, 7, 3],
    [101, 1, 10],
    [1_500, 50, 13],
  ] as const) {
    const pages = await pagesOf(count, limit, (n) => n % every === 0);
    const expected = Array.from({ length: count }, (_, n) => n).filter((n) => n % every === 0);
    expect(pages.flatMap(({ numbers }) => numbers)).toEqual(expected.toReversed());
    for (const { numbers } of pages.slice(0, -1)) expect(numbers).toHaveLength(limit);
  }
});

test('a page is no longer than its limit where all of the last nodes pass', async () => {
  const pages = await pagesOf(20, 4, (n) => n < 10);
  expect(pages.map(({ numbers }) => numbers)).toEqual([
    [9, 8, 7, 6],
    [5, 4, 3, 2],
    [1, 0],
  ]);
});

test('no more is read than the page needs where everything passes', async () => {
  expect((await pagesOf(102, 50, () => true)).map(({ read }) => read)).toEqual([50, 50, 2]);
});

test('a page that would read too much ends early, and its cursor leads on', async () => {
  const pages = await pagesOf(45_000, 10, (n) => n === 5);
  expect(pages.flatMap(({ numbers }) => numbers)).toEqual([5]);
  expect(pages.length).toBe(3);
  for (const { read } of pages) expect(read).toBeLessThan(21_000);
});

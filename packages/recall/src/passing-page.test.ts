import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph, type GraphNode, type Page } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { passingPage } from './passing-page.ts';

const scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });
const graph = createMemoryGraph({ clock: systemClock });

/** Pages of the nodes whose number passes, with how many nodes each page has read. */
async function pagesOf(count: number, limit: number, passes: (n: number) => boolean) {
  const own = `n${count}-`;
  await graph.commit(scope, {
    nodes: Array.from({ length: count }, (_, n) => {
      // Some share their time.
      const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3)).toISOString();
      const id = `${own}${String(n).padStart(6, '0')}`;
      return { id, kind: 'Fact' as const, conversationId: own, createdAt, updatedAt: createdAt, properties: { n } };
    }),
  });
  const pages: { readonly numbers: unknown[]; readonly read: number }[] = [];
  let cursor: string | null = null;
  do {
    let read = 0;
    const page: Page<GraphNode> = await passingPage(
      { limit, cursor },
      async (most, from) => {
        const query = { kinds: ['Fact'], conversationId: own, order: 'createdAt', descending: true } as const;
        const found = await graph.find(scope, { ...query, limit: most, cursor: from });
        read += found.items.length;
        return found;
      },
      async (nodes) => nodes.filter(({ properties }) => passes(Number(properties.n))),
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

test('no more is read than the page needs where everything passes', async () => {
  expect((await pagesOf(102, 50, () => true)).map(({ read }) => read)).toEqual([50, 50, 2]);
});

test('a page that would read too much ends early, and its cursor leads on', async () => {
  const pages = await pagesOf(45_000, 10, (n) => n === 5);
  expect(pages.flatMap(({ numbers }) => numbers)).toEqual([5]);
  expect(pages.length).toBe(3);
  for (const { read } of pages) expect(read).toBeLessThan(21_000);
});

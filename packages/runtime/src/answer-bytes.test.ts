import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph, type Page } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { checkCarriable, countFitting, fittingPage } from './answer-bytes.ts';

const large = 'x'.repeat(200_000);

test('records fit up to the bytes of an answer, and one always does', () => {
  expect(countFitting([])).toBe(0);
  expect(countFitting(['a', 'b'])).toBe(2);
  expect(countFitting([large, large, large])).toBe(2);
  expect(countFitting([large.repeat(5), 'a'])).toBe(1);
  expect(countFitting(['é'.repeat(200_000), large])).toBe(1);
});

test('what no answer could carry back is refused by name', () => {
  checkCarriable('fact', large);
  expect(() => checkCarriable('fact', large.repeat(3))).toThrow(/^fact: must be at most 524288 bytes of JSON in all, got 600002/);
});

test('pages that would be too large end early, and nothing is missed', async () => {
  const scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });
  const graph = createMemoryGraph({ clock: systemClock });
  const at = '2026-05-07T00:00:00.000Z';
  const ids = ['a', 'b', 'c', 'd', 'e'];
  await graph.commit(scope, {
    nodes: ids.map((id) => ({ id, kind: 'Fact', createdAt: at, updatedAt: at, properties: { content: large } })),
  });
  const pages: (readonly string[])[] = [];
  let cursor: string | null = null;
  do {
    const from: string | null = cursor;
    const page: Page<{ readonly id: string }> = await fittingPage(
      1_000,
      (limit) => graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit, cursor: from }),
      ({ id, properties }) => ({ id, properties }),
    );
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

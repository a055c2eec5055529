import { createMemoryGraph, type NodeWrite, type Page } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { type ListRequest, newestRecords } from './newest-records.ts';

const all: ListRequest = {
  statuses: [],
  conversation_id: null,
  limit: 2,
  cursor: null,
  filter: null,
  sort_by: 'created_at',
  min_weight: null,
  max_weight: null,
};

it.each(['created_at', 'weight_desc', 'weight_asc'] as const)(
  'pages by %s that a filter leaves lead on to the end',
  async (sort_by) => {
    const graph = createMemoryGraph({ clock: turnedClock() });
    const nodes = Array.from({ length: 20 }, (_, number): NodeWrite => {
      const at = new Date(Date.UTC(2026, 0, number + 1)).toISOString();
      // Some share their weight.
      const weight = Math.floor(number / 3) / 10;
      const tags = number % 2 === 0 ? ['even'] : [];
      return { id: `fact_${number}`, kind: 'Fact', weight, createdAt: at, updatedAt: at, properties: { number, tags } };
    });
    await graph.commit(scope, { nodes });
    const asked = { ...all, sort_by, filter: { metadata: [], tags_any: ['even'], tags_all: [] } };
    const found: (readonly [number: unknown, weight: number])[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<(typeof found)[number]> = await newestRecords(
        { graph, scope },
        'Fact',
        { ...asked, cursor },
        ({ properties, weight }) => [properties.number, weight ?? 0],
      );
      found.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found.map(([number]) => number).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      0, 2, 4, 6, 8, 10, 12, 14, 16, 18,
    ]);
    const weights = found.map(([, weight]) => weight);
    expect(weights).toEqual(weights.toSorted((a, b) => (sort_by === 'weight_asc' ? a - b : b - a)));
  },
);

it('a page has the weights that are asked for, both ends included, and by weight is of no conversation', async () => {
  const graph = createMemoryGraph({ clock: turnedClock() });
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const weights = [0.1, 0.2, 0.3, 0.4];
  const nodes = weights.map(
    (weight): NodeWrite => ({ id: `fact_${weight}`, kind: 'Fact', weight, createdAt: at, updatedAt: at, properties: {} }),
  );
  await graph.commit(scope, { nodes });
  const asked = { ...all, limit: 10, sort_by: 'weight_asc', min_weight: 0.2, max_weight: 0.3 } as const;
  const { items } = await newestRecords({ graph, scope }, 'Fact', asked, ({ weight }) => weight);
  expect(items).toEqual([0.2, 0.3]);
  expect(() => newestRecords({ graph, scope }, 'Fact', { ...asked, conversation_id: 'c' }, () => null)).toThrow(/^sort_by: /);
});

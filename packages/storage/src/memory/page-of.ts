import { ascending } from '@agent-mem/contract';
import type { Page } from '../graph.ts';
import { cutPage, decodeCursor, type PagePosition } from '../reading/cursor.ts';
import { copy } from './copy.ts';

/** A page of items in order of their positions, from the cursor on. */
export function pageOf<Item>(
  items: readonly Item[],
  query: {
    readonly order: string;
    readonly descending: boolean;
    readonly limit: number;
    readonly cursor: string | null | undefined;
    readonly at: (item: Item) => PagePosition;
  },
): Page<Item> {
  const turn = query.descending ? -1 : 1;
  const by = (a: PagePosition, b: PagePosition) => turn * (ascending(a.value, b.value) || ascending(a.id, b.id));
  const after = decodeCursor(query.order, query.cursor);
  const rest = items.filter((item) => !after || by(query.at(item), after) > 0).sort((a, b) => by(query.at(a), query.at(b)));
  const page = cutPage(rest, query, query.at);
  return { ...page, items: page.items.map(copy) };
}

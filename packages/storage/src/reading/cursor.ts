import { OperationError, parsedJson } from '@agent-mem/contract';
import type { Page } from '../graph.ts';

/** Where a page ended: the last item's value in the page's order, and its id. */
export interface PagePosition {
  readonly value: string | number | null;
  readonly id: string;
}

/** An opaque text for a position. It names its order, so that it cannot continue a page of another one. */
export function encodeCursor(order: string, position: PagePosition): string {
  return Buffer.from(JSON.stringify([order, position.value, position.id])).toString('base64url');
}

/** The position in a cursor, `null` for none. Throws `invalid-argument` when the text is not a cursor of this order. */
export function decodeCursor(order: string, cursor: string | null | undefined): PagePosition | null {
  if (cursor === null || cursor === undefined) return null;
  const members = parsedJson(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(members) || members.length !== 3) throw refusal();
  const [from, value, id] = members as readonly unknown[];
  const numeric = order === 'ordinal' || order.startsWith('weight');
  const fits = numeric ? value === null || typeof value === 'number' : typeof value === 'string';
  if (from !== order || !fits || typeof id !== 'string') throw refusal();
  return { value: value as PagePosition['value'], id };
}

/** A page of what was found, which holds one item more than the page when another page follows. */
export function cutPage<Item>(
  found: readonly Item[],
  { limit, order }: { readonly limit: number; readonly order: string },
  at: (item: Item) => PagePosition,
): Page<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last && found.length > limit ? encodeCursor(order, at(last)) : null };
}

/** The items of a query page by page, to the last. A page is read when the one before it is done with. */
export async function* allPages<Item>(read: (cursor: string | null) => Promise<Page<Item>>): AsyncGenerator<readonly Item[]> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read(cursor);
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function refusal(): OperationError {
  return new OperationError(
    'invalid-argument',
    'cursor: is not a next_cursor of this query; leave it out to start at the beginning',
  );
}

import { encodeCursor, type GraphNode, type Page } from '@agent-mem/storage';

/** Most nodes read at once, where the page itself is shorter. */
const mostAtOnce = 500;
/** Most nodes that one page reads: where fewer pass, it ends early, and its cursor leads on. */
const mostRead = 20_000;

/**
 * A page of the nodes that `pick` leaves of those that `find` gives, in the order of `find`. It reads on until the page is full.
 */
export async function passingPage(
  { limit, cursor, order }: { readonly limit: number; readonly cursor: string | null; readonly order: 'createdAt' | 'weight' },
  find: (limit: number, cursor: string | null) => Promise<Page<GraphNode>>,
  pick: (nodes: readonly GraphNode[]) => Promise<readonly GraphNode[]>,
): Promise<Page<GraphNode>> {
  const items: GraphNode[] = [];
  let next = cursor;
  let atOnce = limit;
  for (let read = 0; read < mostRead; ) {
    const page = await find(atOnce, next);
    read += atOnce;
    // Where few pass, more are read at once.
    atOnce = Math.min(Math.max(limit, mostAtOnce), 2 * atOnce);
    items.push(...(await pick(page.items)));
    const last = items[limit - 1];
    // What is left of the last nodes read is on the next page; where nothing is, that page may be empty of what passes.
    if (last && (items.length > limit || page.nextCursor !== null)) {
      return { items: items.slice(0, limit), nextCursor: encodeCursor(order, { value: last[order], id: last.id }) };
    }
    next = page.nextCursor;
    if (next === null) break;
  }
  return { items, nextCursor: next };
}

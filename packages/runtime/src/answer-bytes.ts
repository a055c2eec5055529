import { tooLong } from '@agent-mem/contract';
import type { GraphNode, Page } from '@agent-mem/storage';

/** Most bytes of JSON that the records of one answer take, well below what a message on the bus may have. */
export const answerBytes = 524_288;

/** Bytes a value takes as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** How many records, from the first on, one answer can carry: at least one if there is any. */
export function countFitting(records: readonly unknown[]): number {
  return Math.max(Math.min(1, records.length), countWithin(records, answerBytes));
}

/** How many records, from the first on, take at most so many bytes of JSON. */
export function countWithin(records: readonly unknown[], maxBytes: number): number {
  let bytes = 0;
  for (const [index, record] of records.entries()) {
    bytes += jsonBytes(record) + 1;
    if (bytes > maxBytes) return index;
  }
  return records.length;
}

/** Refuses with `out-of-range` what no answer could carry back. */
export function checkCarriable(name: string, record: unknown): void {
  const bytes = jsonBytes(record);
  if (bytes <= answerBytes) return;
  throw tooLong(`${name}: must be at most ${answerBytes} bytes of JSON in all, got ${bytes}`);
}

/** A page of at most `limit` records that one answer can carry: it ends early where more would not fit, and its cursor leads on from there. */
export async function fittingPage<Item>(
  limit: number,
  find: (limit: number) => Promise<Page<GraphNode>>,
  recordOf: (node: GraphNode) => Item,
): Promise<Page<Item>> {
  for (let size = limit; ; ) {
    const page = await find(size);
    const items = page.items.map(recordOf);
    const fitting = countFitting(items);
    if (fitting === items.length) return { items, nextCursor: page.nextCursor };
    size = fitting;
  }
}

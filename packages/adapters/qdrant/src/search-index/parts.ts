import type { IndexDocument } from '@agent-mem/storage';

const mostAtOnce = 250;
/** A quarter of what Qdrant takes in one request. */
const mostBytes = 8 * 1024 * 1024;

/** What is too much for one request, in several: of so many items, and so many bytes, or of one that is larger alone. */
export function parts<Item>(items: readonly Item[], bytesOf: (item: Item) => number = () => 0): readonly (readonly Item[])[] {
  const made: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const own = bytesOf(item);
    const last = made.at(-1);
    if (last && last.length < mostAtOnce && bytes + own <= mostBytes) {
      last.push(item);
      bytes += own;
    } else {
      made.push([item]);
      bytes = own;
    }
  }
  return made;
}

/** About how long a document's points are as JSON: each term stands there twice, and a number has some twenty digits. */
export function bytesOfDocument({ terms, vectors }: IndexDocument): number {
  const numbers = vectors.reduce((sum, { values }) => sum + values.length, 0);
  return Object.keys(terms).reduce((sum, term) => sum + 6 * term.length + 48, 0) + 22 * numbers + 1_000;
}

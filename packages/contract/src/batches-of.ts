/** Items in batches of at most `size`, in order. */
export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[], void, undefined> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

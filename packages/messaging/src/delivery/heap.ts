/** A binary heap: the smallest item by `compare` comes first. */
export class Heap<Item> {
  readonly #compare: (left: Item, right: Item) => number;
  readonly #items: Item[] = [];

  constructor(compare: (left: Item, right: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The first item, left in place. */
  peek(): Item | undefined {
    return this.#items[0];
  }

  /** All items, in no order. */
  values(): readonly Item[] {
    return this.#items;
  }

  push(item: Item): void {
    const items = this.#items;
    let index = items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent] as Item;
      if (this.#compare(above, item) <= 0) break;
      items[index] = above;
      index = parent;
    }
    items[index] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.#sink(last);
    return first;
  }

  /** Puts an item at the top and lets it sink to its place. */
  #sink(item: Item): void {
    const items = this.#items;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#compare(items[child + 1] as Item, items[child] as Item) < 0) child += 1;
      const below = items[child] as Item;
      if (this.#compare(item, below) <= 0) break;
      items[index] = below;
      index = child;
    }
    items[index] = item;
  }
}

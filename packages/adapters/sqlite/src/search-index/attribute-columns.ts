import {
  type AttributeFilter,
  type Comparable,
  comparable,
  type IndexAttributes,
  type MetadataCondition,
  testOf,
} from '@agent-mem/storage';

/** Bytes that one value or tag of a document takes, about, beside its characters. */
const entryBytes = 80;

/**
 * The attributes of a scope's documents by key and by tag, so that a filter looks only at documents that have what it asks about.
 */
export class AttributeColumns {
  readonly #attributes: (IndexAttributes | null)[] = [];
  /** By key: what the value of each document that has it compares as. */
  readonly #values = new Map<string, Map<number, Comparable>>();
  readonly #tagged = new Map<string, Set<number>>();
  #entries = 0;
  #characters = 0;

  get bytes(): number {
    return this.#entries * entryBytes + this.#characters;
  }

  /** The document of this number has none yet. */
  set(number: number, attributes: IndexAttributes | null): void {
    // Numbers that are skipped must not make holes: an array with holes is a slow one.
    while (this.#attributes.length <= number) this.#attributes.push(null);
    this.#attributes[number] = attributes;
    if (!attributes) return;
    for (const [key, value] of Object.entries(attributes.metadata))
      entryOf(this.#values, key, newColumn).set(number, comparable(value));
    for (const tag of attributes.tags) entryOf(this.#tagged, tag, newSet).add(number);
    this.#count(attributes, 1);
  }

  remove(number: number): void {
    const attributes = this.#attributes[number];
    if (!attributes) return;
    this.#attributes[number] = null;
    for (const key of Object.keys(attributes.metadata)) removeFrom(this.#values, key, number);
    for (const tag of attributes.tags) removeFrom(this.#tagged, tag, number);
    this.#count(attributes, -1);
  }

  /** Clears in a mask by number what the filter does not let through. */
  narrow(mask: Uint8Array, { metadata, tagsAny, tagsAll }: AttributeFilter): void {
    for (let number = 0; number < mask.length; number += 1) if (!this.#attributes[number]) mask[number] = 0;
    for (const condition of metadata) this.#narrowByCondition(mask, condition);
    for (const tag of tagsAll) intersect(mask, this.#tagged.get(tag) ?? []);
    if (tagsAny.length > 0) intersect(mask, new Set(tagsAny.flatMap((tag) => [...(this.#tagged.get(tag) ?? [])])));
  }

  #narrowByCondition(mask: Uint8Array, condition: MetadataCondition): void {
    const column = this.#values.get(condition.key) ?? newColumn();
    const test = testOf(condition);
    if (test(null)) {
      for (const number of column.keys()) mask[number] = 0;
      return;
    }
    const former = mask.slice();
    mask.fill(0);
    for (const [number, value] of column) if (former[number] === 1 && test(value)) mask[number] = 1;
  }

  #count({ metadata, tags }: IndexAttributes, sign: 1 | -1): void {
    const values = Object.values(metadata);
    this.#entries += sign * (values.length + tags.length);
    for (const value of values) this.#characters += sign * value.length;
  }
}

function intersect(mask: Uint8Array, numbers: Iterable<number>): void {
  const former = mask.slice();
  mask.fill(0);
  for (const number of numbers) mask[number] = former[number] ?? 0;
}

function entryOf<Entry>(entries: Map<string, Entry>, name: string, create: () => Entry): Entry {
  const known = entries.get(name);
  if (known) return known;
  const entry = create();
  entries.set(name, entry);
  return entry;
}

function removeFrom(entries: Map<string, Map<number, Comparable> | Set<number>>, name: string, number: number): void {
  const entry = entries.get(name);
  entry?.delete(number);
  if (entry?.size === 0) entries.delete(name);
}

function newColumn(): Map<number, Comparable> {
  return new Map();
}

function newSet(): Set<number> {
  return new Set();
}

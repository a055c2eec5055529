import type { JsonObject } from '@agent-mem/storage';

/** Most texts whose objects are stored. */
const maxEntries = 20_000;
/** About what an object takes beside its characters. */
const objectBytes = 150;

/**
 * Documents' fields from their JSON. Messages have the fields of others (the same few speakers), and the facts of a scope are found again and again: each text is
 * parsed once, which makes a hit a third cheaper. Hits share the objects, so they cannot be changed.
 */
export class ParsedFields {
  readonly #objects = new Map<string, JsonObject>();
  #characters = 0;

  /** About what the objects take in memory. */
  get bytes(): number {
    return this.#objects.size * objectBytes + this.#characters;
  }

  of(json: string): JsonObject {
    const known = this.#objects.get(json);
    if (known) return known;
    // Fields that are all different push out nothing that is used more often than they fill this anew.
    if (this.#objects.size >= maxEntries) this.#clear();
    const parsed: JsonObject = frozen(JSON.parse(json));
    this.#objects.set(json, parsed);
    this.#characters += json.length;
    return parsed;
  }

  #clear(): void {
    this.#objects.clear();
    this.#characters = 0;
  }
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

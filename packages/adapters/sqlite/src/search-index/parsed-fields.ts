import type { JsonObject } from '@agent-mem/storage';

/** Most texts whose objects are stored. */
const maxEntries = 1_000;

/**
 * Documents' fields from their JSON. Most of a scope's documents have the fields of others (the same few speakers): those are parsed
 * once, which makes a hit a third cheaper, and so that hits can share them they cannot be changed.
 */
export class ParsedFields {
  readonly #objects = new Map<string, JsonObject>();

  of(json: string): JsonObject {
    const known = this.#objects.get(json);
    if (known) return known;
    // Fields that are all different push out nothing that is used more often than they fill this anew.
    if (this.#objects.size >= maxEntries) this.#objects.clear();
    const parsed: JsonObject = frozen(JSON.parse(json));
    this.#objects.set(json, parsed);
    return parsed;
  }
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

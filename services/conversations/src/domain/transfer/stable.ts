import type { JsonObject, JsonValue } from '@agent-mem/storage';

/** The value with the members of each object in the order of their names, so that equal values are equal texts. */
export function stable(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(stable);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, stable(member)])) satisfies JsonObject;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

const anyId = /\b([a-z]+_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Every id in a text. */
export function idsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(anyId)].map(([id]) => id));
}

/** Replaces each id that is not known: a new record gets another id in each run. */
export function masked<Value>(value: Value, known: ReadonlySet<string>): Value {
  const hidden = (id: string, prefix = '') => (known.has(id) ? id : `${prefix}…`);
  return JSON.parse(JSON.stringify(value).replace(anyId, hidden)) as Value;
}

/** A JSON value as Python's `str` writes it, which is how TrustGraph's agents hand arguments on to the next step: `True`, `None`, `{'a': 1}`. */
export function pythonText(value: unknown): string {
  return typeof value === 'string' ? value : pythonLiteral(value);
}

/** JSON text with the spaces that Python's `json.dumps` writes. Letters beyond ASCII stay as they are. */
export function spacedJson(value: unknown): string {
  return written(value, ([key, member]) => `${JSON.stringify(key)}: ${member}`, JSON.stringify, spacedJson);
}

function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return written(value, ([key, member]) => `${quoted(key)}: ${member}`, scalar, pythonLiteral);
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

function written(
  value: unknown,
  member: (entry: readonly [string, string]) => string,
  other: (value: unknown) => string,
  inner: (value: unknown) => string,
): string {
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return other(value) ?? 'null';
  const members = Object.entries(value).map(([key, each]) => member([key, inner(each)]));
  return `{${members.join(', ')}}`;
}

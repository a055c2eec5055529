/** The text of a member of a model's JSON: of a list its texts, one behind the other; empty where the model wrote nothing. `null`: it is something else. */
export function modelText(value: unknown): string | null {
  const texts = modelList(value);
  return texts.every((each) => typeof each === 'string' && each.isWellFormed()) ? texts.join(' ').trim() : null;
}

/** The list of a member of a model's JSON: one value in its stead is its element; empty where the model wrote nothing. */
export function modelList(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The whole number of a member of a model's JSON, also where it stands in a text. `null`: it is something else. */
export function modelInteger(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : null;
}

import { isScalar, type Node } from 'yaml';

/** A value as the environment would hold it; `null`: there is none. A number stays as it was written: a key such as 0012 is a text to its variable. */
export function textOf(key: string, value: Node | null): string | null {
  if (value === null) return null;
  if (!isScalar(value)) throw new Error(`${key}: must be a text, a number, true or false`);
  if (value.value === null) return null;
  return typeof value.value === 'string' ? value.value : (value.source ?? String(value.value));
}

import { canonicalJson } from '../operations/identity.ts';
import type { Field } from './shape.ts';
import { zeroOf } from './zero.ts';

/** Whether a member has the value that it has where it was left out. */
export function isAbsent(field: Field, value: unknown): boolean {
  const { defaultValue } = field.rules;
  if (defaultValue !== undefined) return String(value) === defaultValue;
  return canonicalJson(value) === canonicalJson(zeroOf(field));
}

import { canonicalJson } from '../operations/identity.ts';
import type { Field } from './shape.ts';

/** What stands for an absent field: `null` where absent and zero differ, else the zero of its type. A missing message is `null`. */
export function zeroOf(field: Field): unknown {
  if (field.cardinality === 'list') return [];
  if (field.cardinality === 'map') return {};
  if (field.optional || field.type === 'message') return null;
  if (field.type === 'string') return '';
  return field.type === 'bool' ? false : 0;
}

/** Whether a member has the value that it has where it was left out. */
export function isAbsent(field: Field, value: unknown): boolean {
  const { defaultValue } = field.rules;
  if (defaultValue !== undefined) return String(value) === defaultValue;
  return canonicalJson(value) === canonicalJson(zeroOf(field));
}

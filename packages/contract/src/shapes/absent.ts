import type { Field } from './shape.ts';

/** What stands for an absent field: `null` where absent and zero differ, else the zero of its type. A missing message is `null`. */
export function zeroOf(field: Field): unknown {
  if (field.cardinality === 'list') return [];
  if (field.cardinality === 'map') return {};
  if (field.optional || field.type === 'message') return null;
  if (field.type === 'string') return '';
  return field.type === 'bool' ? false : 0;
}

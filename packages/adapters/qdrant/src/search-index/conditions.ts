import type { Schemas } from '@qdrant/js-client-rest';

/** Which points Qdrant looks at. */
export type Filter = Schemas['Filter'];
/** One test of one member of a payload. */
export type Condition = Schemas['FieldCondition'];

/** The member has this value, or holds it. */
export function is(key: string, value: string | number | boolean): Condition {
  return { key, match: { value } };
}

/** The member has one of these values, or holds one. */
export function isAny(key: string, any: readonly string[] | readonly number[]): Condition {
  return { key, match: { any: [...any] as string[] | number[] } };
}

/** What a filter looks at. */
export interface IndexAttributes {
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
}

/** One test of the value that one key of `metadata` has. A key that is not there passes `exists: false` alone. */
export type MetadataCondition = { readonly key: string } & (
  | { readonly test: 'in'; readonly values: readonly string[] }
  | { readonly test: 'exists'; readonly exists: boolean }
  | { readonly test: 'below' | 'above'; readonly bound: string }
);

/** Which documents may be answered: all of it holds. An empty list of tags demands nothing. */
export interface AttributeFilter {
  readonly metadata: readonly MetadataCondition[];
  /** At least one of them. */
  readonly tagsAny: readonly string[];
  readonly tagsAll: readonly string[];
}

/** Most UTF-16 code units of a bound: an index may store so many of a value, and one more, for comparing. */
export const longestBound = 64;

/** What a record without metadata and tags has. */
export const noAttributes: IndexAttributes = Object.freeze({ metadata: Object.freeze({}), tags: Object.freeze([]) });

/**
 * Whether a filter lets these attributes through: what every search index must agree with. Two numbers compare as numbers and two other
 * texts by their UTF-16 code units; a number and another text are never equal, and neither is less than the other.
 */
export function passes({ metadata, tags }: IndexAttributes, filter: AttributeFilter): boolean {
  return (
    filter.metadata.every((condition) =>
      holds(Object.hasOwn(metadata, condition.key) ? (metadata[condition.key] ?? null) : null, condition),
    ) &&
    (filter.tagsAny.length === 0 || filter.tagsAny.some((tag) => tags.includes(tag))) &&
    filter.tagsAll.every((tag) => tags.includes(tag))
  );
}

/** Whether the value of a condition's key passes its test; `null`: the key is not there. */
export function holds(value: string | null, condition: MetadataCondition): boolean {
  if (condition.test === 'exists') return (value !== null) === condition.exists;
  if (value === null) return false;
  const own = comparable(value);
  if (condition.test === 'in') return condition.values.some((each) => comparable(each) === own);
  const bound = comparable(condition.bound);
  if (typeof own !== typeof bound) return false;
  return condition.test === 'below' ? own < bound : own > bound;
}

/**
 * What a text compares as. A number is what JSON writes as one and a double holds without loss: a long id stays a text, so that it is not
 * equal to its neighbour.
 */
export function comparable(text: string): number | string {
  const written = jsonNumber.exec(text);
  if (!written) return text;
  const number = Number(text);
  if (!Number.isFinite(number) || decimalOf(text) !== decimalOf(String(number))) return text;
  // −0 is 0.
  return number + 0;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number's sign, significant digits and power of ten: the same for all ways to write it. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
}

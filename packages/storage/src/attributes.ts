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
    filter.metadata.every((condition) => {
      const value = Object.hasOwn(metadata, condition.key) ? metadata[condition.key] : undefined;
      return testOf(condition)(value === undefined ? null : comparable(value));
    }) &&
    (filter.tagsAny.length === 0 || filter.tagsAny.some((tag) => tags.includes(tag))) &&
    filter.tagsAll.every((tag) => tags.includes(tag))
  );
}

/** What a value compares as. */
export type Comparable = number | string;

/** The test of a condition, of what the value of its key compares as; `null`: the key is not there. */
export function testOf(condition: MetadataCondition): (value: Comparable | null) => boolean {
  if (condition.test === 'exists') return (value) => (value !== null) === condition.exists;
  if (condition.test === 'in') {
    const values = new Set<Comparable | null>(condition.values.map(comparable));
    return (value) => values.has(value);
  }
  const bound = comparable(condition.bound);
  const isBelow = condition.test === 'below';
  return (value) => value !== null && typeof value === typeof bound && (isBelow ? value < bound : value > bound);
}

/**
 * What a text compares as. A number is what JSON writes as one and a double holds without loss: a long id stays a text, so that it is not
 * equal to its neighbour.
 */
export function comparable(text: string): Comparable {
  if (!jsonNumber.test(text)) return text;
  const number = Number(text);
  // What is short has no more digits than every double holds.
  const isExact = text.length <= 15 && !/[eE]/.test(text);
  if (!isExact && (!Number.isFinite(number) || decimalOf(text) !== decimalOf(String(number)))) return text;
  // −0 is 0.
  return number + 0;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number's sign, significant digits and power of ten: the same for all ways to write it. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
}

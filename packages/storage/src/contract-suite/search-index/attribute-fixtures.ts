import type { AttributeFilter, IndexAttributes, MetadataCondition } from '../../attributes.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

const keys = ['a', 'b', 'c.d'];
const tags = ['x', 'X', 'y', 'z'];
/** Few, so that filters meet them; alike, so that they are confused if they can be. */
const values = [
  '1',
  '1.0',
  '1e0',
  '-0',
  '0',
  '2',
  '10',
  '-5',
  '0.1',
  '1e21',
  '9007199254740993',
  '9007199254740992',
  '01',
  '+1',
  '1.',
  '.5',
].concat([
  '',
  'a',
  'A',
  'ab',
  'abc',
  'abcd',
  'abd',
  'b',
  'ä',
  '🧠',
  '\uffff',
  'true',
  'null',
  'NaN',
  '2026-05-07',
  '2026-05-07T10:00:00Z',
]);

/** Pseudo-random numbers (Mulberry32). */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Attributes of which filters by `randomFilter` let some through. */
export function randomAttributes(random: Random): IndexAttributes {
  const metadata = keys.filter(() => random() < 0.7).map((key) => [key, oneOf(values, random)] as const);
  return { metadata: Object.fromEntries(metadata), tags: tags.filter(() => random() < 0.4) };
}

/** A filter of a few conditions and tags. */
export function randomFilter(random: Random): AttributeFilter {
  const conditions = Array.from({ length: Math.floor(random() * 3) }, () => randomCondition(random));
  const some = (share: number) => (random() < share ? tags.filter(() => random() < 0.4) : []);
  return { metadata: conditions, tagsAny: some(0.3), tagsAll: some(0.2) };
}

function randomCondition(random: Random): MetadataCondition {
  const key = oneOf(keys, random);
  const kind = random();
  if (kind < 0.25)
    return { key, test: 'in', values: Array.from({ length: 1 + Math.floor(random() * 4) }, () => oneOf(values, random)) };
  if (kind < 0.4) return { key, test: 'exists', exists: random() < 0.5 };
  return { key, test: kind < 0.7 ? 'below' : 'above', bound: oneOf(values, random) };
}

function oneOf<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

import { newId } from '@agent-mem/contract';
import { noAttributes } from '../../attributes.ts';
import type { EmbeddedVector, IndexDocument, IndexQuery, SearchIndex } from '../../search-index.ts';

/** A document to index; every member can be set. */
export function document(given: Partial<IndexDocument> = {}): IndexDocument {
  const terms = given.terms ?? {};
  return {
    id: newId('fact'),
    kind: 'Fact',
    version: 1,
    conversationId: null,
    visibility: 'scope',
    ordinal: null,
    role: null,
    timestamp: 1_780_000_000_000,
    terms,
    length: Object.values(terms).reduce((sum, count) => sum + count, 0),
    vectors: [],
    fields: {},
    attributes: noAttributes,
    ...given,
  };
}

/** A vector of unit length in the direction given. */
export function vector(values: readonly number[], embedder = 'test-embedder'): EmbeddedVector {
  const norm = Math.hypot(...values);
  return { embedder, values: Float32Array.from(values, (value) => value / norm) };
}

/** Pseudo-random unit vectors, the same for the same seed. */
export function randomVectors(count: number, dimensions: number, seed: number): EmbeddedVector[] {
  let state = seed;
  const random = () => {
    // Mulberry32: enough for directions that do not collide.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
  return Array.from({ length: count }, () => vector(Array.from({ length: dimensions }, random)));
}

/** Ids that a query finds, sorted. */
export async function foundIds(
  index: SearchIndex,
  scope: Parameters<SearchIndex['search']>[0],
  query: Partial<IndexQuery>,
): Promise<string[]> {
  const hits = await index.search(scope, { kinds: ['Fact'], limit: 100, ...query });
  return hits.map(({ id }) => id).sort();
}

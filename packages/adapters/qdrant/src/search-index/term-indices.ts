import type { Schemas } from '@qdrant/js-client-rest';

/** A term with what it counts for. */
type Weighted = readonly { readonly term: string; readonly weight: number }[];

/** Lighter than any weight that matters, and found by Qdrant, which leaves out what scores nothing. */
const hardlyAnything = 1e-30;

/** Half of what a term can count for is reached at this count. */
const saturation = 1.2;

/** The port's weight of a term that a document holds `count` times, from 0 to 1. */
export function saturated(count: number): number {
  return count / (count + saturation);
}

/**
 * A sparse vector: each term at the FNV-1a hash, 32 bits, of the scope's key, a line feed and the term. With the scope in it a posting
 * list holds hardly anything of other scopes. Terms that share a hash are added up, so that a score is never too low.
 */
export function sparseVector(scopeKey: string, terms: Weighted): Schemas['SparseVector'] {
  const basis = fnv1a(0x811c9dc5, `${scopeKey}\n`);
  const weights = new Map<number, number>();
  for (const { term, weight } of terms) {
    const index = fnv1a(basis, term);
    weights.set(index, (weights.get(index) ?? 0) + weight);
  }
  return { indices: [...weights.keys()], values: [...weights.values()].map((weight) => weight || hardlyAnything) };
}

/** FNV-1a over the UTF-8 of a text, going on from `hash`. */
function fnv1a(hash: number, text: string): number {
  let mixed = hash;
  for (const byte of Buffer.from(text)) mixed = Math.imul(mixed ^ byte, 0x01000193);
  return mixed >>> 0;
}

import type { IndexHit, IndexProbe } from '@agent-mem/storage';
import type { StoredDocument } from './point.ts';
import { saturated } from './term-indices.ts';

/** A document measured against a probe. */
export function hitOf(document: StoredDocument, terms: IndexProbe['terms'], cosine: number | null): IndexHit {
  const { terms: held, embedders: _embedders, attributes: _attributes, ...rest } = document;
  const counts: Record<string, number> = Object.create(null);
  let lexical = 0;
  for (const { term, weight } of terms ?? []) {
    const count = Object.hasOwn(held, term) ? (held[term] ?? 0) : 0;
    if (count === 0) continue;
    counts[term] = count;
    lexical += weight * saturated(count);
  }
  return { ...rest, counts, lexical, cosine };
}

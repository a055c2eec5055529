import type { IndexHit, IndexQuery } from '@agent-mem/storage';
import type { ScopedIndex } from './collections.ts';
import { visible } from './filters.ts';
import { hitOf } from './measured.ts';
import { pointId, type StoredDocument, storedDocument } from './point.ts';
import { sparseName } from './shapes.ts';
import { sparseVector } from './term-indices.ts';

/** More than 32-bit floats lose in a sum. */
const tolerance = 1e-4;

/**
 * The documents with the highest scores by point, exactly. Qdrant's score is the port's, but for terms that share a hash: it is then too high.
 * So the real terms are looked at, and where that changed anything more are asked for, until those left out cannot be better.
 */
export async function lexicalLeg(
  { connection, collections, scopeKey }: ScopedIndex,
  query: IndexQuery,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const collection_name = collections.documents;
  const { terms = [], limit } = query;
  if (terms.length === 0 || query.kinds.length === 0) return new Map();
  const request = {
    query: sparseVector(scopeKey, terms),
    using: sparseName,
    filter: visible(scopeKey, query),
    with_payload: ['document'],
  };
  for (let asked = limit; ; asked *= 4) {
    const { points } = await connection.ask('search by words', (api, init) =>
      api.queryPoints({ collection_name, ...request, limit: asked }, init),
    );
    const found: { readonly document: StoredDocument; readonly hit: IndexHit }[] = [];
    for (const { payload } of points) {
      const document = storedDocument(payload);
      if (!document) continue;
      const hit = hitOf(document, terms, null);
      if (Object.keys(hit.counts).length > 0) found.push({ document, hit });
    }
    found.sort((a, b) => b.hit.lexical - a.hit.lexical);
    const best = found.slice(0, limit);
    const worst = best.at(-1)?.hit.lexical ?? Number.NEGATIVE_INFINITY;
    const next = points.at(-1)?.score ?? Number.NEGATIVE_INFINITY;
    const isFull = best.length === limit && worst >= next - tolerance * Math.max(1, Math.abs(next));
    if (isFull || points.length < asked) return new Map(best.map(({ document }) => [pointId(scopeKey, document.id), document]));
  }
}

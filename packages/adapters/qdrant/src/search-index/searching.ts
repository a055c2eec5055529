import type { EmbeddedVector, IndexHit, IndexProbe, IndexQuery, MessagePosition } from '@agent-mem/storage';
import { cosinesOf, denseLeg, type Searched } from './dense-leg.ts';
import { checkDimensions } from './dimensions.ts';
import { atPositions, upTo } from './filters.ts';
import { lexicalLeg } from './lexical-leg.ts';
import { hitOf } from './measured.ts';
import { pointId, type StoredDocument, standingOf, storedDocument } from './point.ts';
import { deleteVectors, type Measured, payloadsOf, scrollAll, update } from './points.ts';

/** A query that has a vector. */
type VectorQuery = IndexQuery & { readonly vector: EmbeddedVector };

/** Documents by point. */
type Documents = ReadonlyMap<string, StoredDocument>;

/** Both legs at once, then what each does not know of the other's hits, at once too: two round trips, of two requests each. */
export async function search(searched: Searched, query: IndexQuery): Promise<readonly IndexHit[]> {
  const { terms, vector } = query;
  const byWords = lexicalLeg(searched, query);
  if (!vector) return [...(await byWords).values()].map((document) => hitOf(document, terms, null));
  const nearest = denseLeg(searched, { ...query, vector });
  const [lexical, dense] = await Promise.all([byWords, nearest]);
  const unmeasured = [...lexical.keys()].filter((point) => !dense.has(point));
  const [near, others] = await Promise.all([
    acceptDense(searched, { ...query, vector }, lexical, dense),
    cosinesOf(searched, vector, unmeasured),
  ]);
  const cosines = new Map([...others, ...near.cosines]);
  if (cosines.size === 0) await checkVector(searched, vector);
  return hitsOf(new Map([...lexical, ...near.documents]), cosines, terms);
}

/** The documents at these places: one request, and one for their vectors. */
export async function at(
  searched: Searched,
  positions: readonly MessagePosition[],
  probe: IndexProbe,
): Promise<readonly IndexHit[]> {
  const { connection, collections, scopeKey } = searched;
  const { terms, vector } = probe;
  const filter = atPositions(scopeKey, positions);
  const found = positions.length === 0 ? [] : await scrollAll(connection, collections.documents, filter, ['document']);
  const documents = new Map<string, StoredDocument>();
  for (const { payload } of found) {
    const document = storedDocument(payload);
    if (document) documents.set(pointId(scopeKey, document.id), document);
  }
  const cosines = vector ? await cosinesOf(searched, vector, [...documents.keys()]) : new Map<string, Measured>();
  if (vector && cosines.size === 0) await checkVector(searched, vector);
  return hitsOf(documents, cosines, terms);
}

function hitsOf(documents: Documents, cosines: ReadonlyMap<string, Measured>, terms: IndexProbe['terms']): IndexHit[] {
  return [...documents].map(([point, document]) => {
    const measured = cosines.get(point);
    return hitOf(document, terms, measured && isOf(document, measured) ? measured.cosine : null);
  });
}

/**
 * Adds the documents of what the dense leg found. Vectors whose document is not there, or is newer than they are, do not count: a write
 * is under way, or was broken off. Where they have taken the place of others, the leg is asked again without them; those that nothing can
 * make count any more are removed.
 */
async function acceptDense(
  searched: Searched,
  query: VectorQuery,
  known: Documents,
  first: ReadonlyMap<string, Measured>,
): Promise<{ readonly documents: Documents; readonly cosines: ReadonlyMap<string, Measured> }> {
  const { connection, collections } = searched;
  const documents = new Map<string, StoredDocument>();
  const cosines = new Map<string, Measured>();
  const without: string[] = [];
  for (let nearest = first; ; nearest = await denseLeg(searched, query, without)) {
    const unknown = [...nearest.keys()].filter((point) => !known.has(point));
    const payloads = await payloadsOf(connection, collections.documents, unknown, ['version', 'live', 'document']);
    const left: string[] = [];
    const dead: string[] = [];
    for (const [point, measured] of nearest) {
      const payload = payloads.get(point);
      const document = known.get(point) ?? (payload ? storedDocument(payload) : null);
      if (document && isOf(document, measured)) {
        documents.set(point, document);
        cosines.set(point, measured);
        continue;
      }
      left.push(point);
      const version = document?.version ?? (payload ? standingOf(payload).version : 0);
      if (measured.version < version || (payload && !document && measured.version === version)) dead.push(point);
    }
    await removeDead(searched, query.vector, dead, nearest);
    if (left.length === 0 || nearest.size < query.limit) return { documents, cosines };
    without.push(...left);
  }
}

async function removeDead(
  { connection, collections }: Searched,
  { embedder, values }: EmbeddedVector,
  points: readonly string[],
  measured: ReadonlyMap<string, Measured>,
): Promise<void> {
  const operations = points.map((point) => deleteVectors([point], [upTo(measured.get(point)?.version ?? 0)]));
  await update(connection, collections.nameOf(embedder, values.length), 'delete vectors', operations);
}

/** A vector is written before its document: a newer one stands for what is about to be there. */
function isOf({ version }: StoredDocument, measured: Measured): boolean {
  return measured.version >= version;
}

/**
 * Nothing has a vector like this one: perhaps the embedder's have another dimension here, or the embedder is new. A process asks its first
 * questions before it is ready, so the collection that they make is there for the first document.
 */
async function checkVector(searched: Searched, vector: EmbeddedVector): Promise<void> {
  const { collections } = searched;
  await checkDimensions(searched, [vector], await collections.spaces());
  await collections.ensureSpace(vector.embedder, vector.values.length);
}

import type { IndexDocument, IndexStatistics, NodeKind, SearchIndex } from '@agent-mem/storage';
import type { Connection } from '../connection.ts';
import type { ScopedIndex, VectorSpace } from './collections.ts';
import { is } from './conditions.ts';
import { counted, inScope, withoutAttributes } from './filters.ts';
import { type Payload, pointId, standingOf, storedDocument } from './point.ts';
import { count, orMissing, payloadsOf, retrieve } from './points.ts';
import { denseName } from './shapes.ts';

/** A vector as it is stored. */
interface StoredVector {
  readonly version: number;
  readonly values: Float32Array;
  readonly textHash?: string;
}

/** More than there are different lengths or words: Qdrant answers as many as there are. */
const allValues = 1_000_000;

/** Whole documents, in the order asked for. */
export async function documentsOf(
  { connection, collections, scopeKey }: ScopedIndex,
  ids: readonly string[],
): Promise<readonly IndexDocument[]> {
  const points = [...new Set(ids.map((id) => pointId(scopeKey, id)))];
  const [payloads, spaces] = await Promise.all([
    payloadsOf(connection, collections.documents, points, ['document']),
    collections.spaces(),
  ]);
  const there = points.filter((point) => payloads.has(point));
  const stored = await Promise.all(
    spaces.map(async (space) => ({ space, vectors: await vectorsIn(connection, space.collection, there) })),
  );
  return ids.flatMap((id) => {
    const point = pointId(scopeKey, id);
    const document = wholeDocument(payloads.get(point), point, stored);
    return document ? [document] : [];
  });
}

/** The vectors of one embedder, of documents that are there. */
export async function vectorsOf(
  { connection, collections, scopeKey }: ScopedIndex,
  ids: readonly string[],
  embedder: string,
): Promise<ReadonlyMap<string, Float32Array>> {
  const points = new Map(ids.map((id) => [pointId(scopeKey, id), id]));
  const [payloads, spaces] = await Promise.all([
    payloadsOf(connection, collections.documents, [...points.keys()], ['version', 'live']),
    collections.spaces(),
  ]);
  const own = spaces.filter((space) => space.embedder === embedder);
  const stored = await Promise.all(own.map(({ collection }) => vectorsIn(connection, collection, [...points.keys()])));
  const found = new Map<string, Float32Array>();
  for (const [point, { version, values }] of stored.flatMap((vectors) => [...vectors])) {
    const payload = payloads.get(point);
    const standing = payload && standingOf(payload);
    if (standing?.live && version >= standing.version) found.set(points.get(point) ?? '', values);
  }
  return found;
}

/** How many vectors each embedder has. Counts those, too, that a write under way has brought before their documents. */
export async function embeddersOf({ connection, collections, scopeKey }: ScopedIndex): Promise<ReadonlyMap<string, number>> {
  const counts = await Promise.all(
    (await collections.spaces()).map(async ({ collection, embedder }) => {
      return [embedder, await count(connection, collection, inScope(scopeKey))] as const;
    }),
  );
  const sums = new Map<string, number>();
  for (const [embedder, documents] of counts) if (documents > 0) sums.set(embedder, (sums.get(embedder) ?? 0) + documents);
  return sums;
}

/** Whether a document of these kinds was made by a version that knew no attributes. */
export async function lacksAttributes(
  { connection, collections, scopeKey }: ScopedIndex,
  kinds: readonly NodeKind[],
): Promise<boolean> {
  if (kinds.length === 0) return false;
  const collection_name = collections.documents;
  const request = { filter: inScope(scopeKey, withoutAttributes(kinds)), limit: 1, with_payload: false };
  const { points } = await connection.ask('list documents', (api, init) =>
    api.scrollPoints({ collection_name, ...request }, init),
  );
  return points.length > 0;
}

/** Up to so many terms are counted one by one, each by a request; of more, all words of the scope are asked for at once. */
const mostCounts = 200;

/** One round trip: how many documents have each length, and how many hold each term, all exact. */
export async function statisticsOf(
  { connection, collections, scopeKey }: ScopedIndex,
  { kinds, terms, conversationIds }: Parameters<SearchIndex['statistics']>[1],
): Promise<IndexStatistics> {
  const collection_name = collections.documents;
  const filter = counted(scopeKey, conversationIds === undefined ? { kinds } : { kinds, conversationIds });
  const holding = (term: string) => count(connection, collection_name, { must: [filter, is('terms', term.toWellFormed())] });
  const valuesOf = async (key: string) => {
    const asked = { collection_name, key, exact: true, limit: allValues, filter };
    return (await connection.ask('count', (api, init) => api.facet(asked, init))).hits;
  };
  const different = [...new Set(terms)];
  const countsOf = async () => {
    if (kinds.length === 0) return [];
    if (different.length <= mostCounts) return await Promise.all(different.map(holding));
    const all = new Map((await valuesOf('terms')).map((hit) => [hit.value, hit.count]));
    return different.map((term) => all.get(term.toWellFormed()) ?? 0);
  };
  const [lengths, counts] = await Promise.all([valuesOf('length'), countsOf()]);
  return {
    documents: lengths.reduce((sum, hit) => sum + hit.count, 0),
    totalLength: lengths.reduce((sum, hit) => sum + hit.count * Number(hit.value), 0),
    documentFrequency: new Map(different.map((term, index) => [term, counts[index] ?? 0])),
  };
}

function wholeDocument(
  payload: Payload | undefined,
  point: string,
  vectorsBySpace: readonly { readonly space: VectorSpace; readonly vectors: ReadonlyMap<string, StoredVector> }[],
): IndexDocument | null {
  const stored = payload ? storedDocument(payload) : null;
  if (!stored) return null;
  const { embedders, ...document } = stored;
  const vectors = vectorsBySpace.flatMap(({ space: { embedder }, vectors: own }) => {
    const vector = own.get(point);
    if (!vector || vector.version < document.version) return [];
    return [{ embedder, values: vector.values, textHash: vector.textHash }];
  });
  // Those it was put with last come last, in their order.
  vectors.sort((a, b) => embedders.indexOf(a.embedder) - embedders.indexOf(b.embedder));
  return { ...document, vectors };
}

async function vectorsIn(
  connection: Connection,
  collection: string,
  points: readonly string[],
): Promise<ReadonlyMap<string, StoredVector>> {
  const asked = retrieve(connection, collection, points, { with_payload: ['version', 'text_hash'], with_vector: [denseName] });
  const found = await orMissing(asked, []);
  return new Map(
    found.map(({ id, payload, vector }) => {
      // Vectors of a collection with names come by name.
      const values = (vector as Readonly<Record<string, readonly number[]>>)[denseName] ?? [];
      const { version, text_hash } = payload as Payload;
      const textHash = typeof text_hash === 'string' ? text_hash : undefined;
      return [String(id), { version: Number(version), values: Float32Array.from(values), textHash }];
    }),
  );
}

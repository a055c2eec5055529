import type { EmbeddedVector, IndexQuery } from '@agent-mem/storage';
import type { Connection } from '../connection.ts';
import type { ScopedIndex } from './collections.ts';
import type { Filter } from './conditions.ts';
import { oneOf, visible } from './filters.ts';
import { type Measured, orMissing } from './points.ts';
import type { ScopeSizes } from './scope-sizes.ts';
import { denseName } from './shapes.ts';

/** What searching needs. */
export interface Searched extends ScopedIndex {
  readonly sizes: ScopeSizes;
}

/** Neighbours that HNSW looks at where it is used: more than are answered, so that few are missed. */
const leastEf = 256;

/** The points of the nearest vectors but those `without`; exactly, where the scope is small. */
export async function denseLeg(
  { connection, collections, sizes, scopeKey }: Searched,
  query: IndexQuery & { readonly vector: EmbeddedVector },
  without: readonly string[] = [],
): Promise<ReadonlyMap<string, Measured>> {
  if (query.kinds.length === 0) return new Map();
  const { vector, limit } = query;
  const collection = collections.nameOf(vector.embedder, vector.values.length);
  const exact = await sizes.isSmall(collection, scopeKey);
  const params = exact ? { exact } : { hnsw_ef: Math.max(leastEf, limit) };
  const all = visible(scopeKey, query);
  const filter = without.length === 0 ? all : { must: [all], must_not: [oneOf(without)] };
  return nearest(connection, collection, vector, { filter, limit, params });
}

/** How near the vectors of these points are; those without one are left out. */
export async function cosinesOf(
  { connection, collections }: ScopedIndex,
  vector: EmbeddedVector,
  points: readonly string[],
): Promise<ReadonlyMap<string, Measured>> {
  if (points.length === 0) return new Map();
  const collection = collections.nameOf(vector.embedder, vector.values.length);
  const filter: Filter = { must: [oneOf(points)] };
  return nearest(connection, collection, vector, { filter, limit: points.length, params: { exact: true } });
}

async function nearest(
  connection: Connection,
  collection_name: string,
  { values }: EmbeddedVector,
  more: {
    readonly filter: Filter;
    readonly limit: number;
    readonly params: { readonly exact?: boolean; readonly hnsw_ef?: number };
  },
): Promise<ReadonlyMap<string, Measured>> {
  const request = { query: [...values], using: denseName, with_payload: ['version'], ...more };
  const asked = connection.ask('search by vector', (api, init) => api.queryPoints({ collection_name, ...request }, init));
  const { points } = await orMissing(asked, { points: [] });
  return new Map(points.map(({ id, score, payload }) => [String(id), { cosine: score, version: Number(payload?.version) }]));
}

import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from '../connection.ts';
import { isMissing } from './collections.ts';
import type { Filter } from './conditions.ts';
import { oneOf } from './filters.ts';
import { parts } from './parts.ts';
import type { Payload } from './point.ts';

/** A vector that stands in the index: how near it is, and the version it was made of. */
export interface Measured {
  readonly cosine: number;
  readonly version: number;
}

/** Applies operations one after another; resolves when reads see them. */
export async function update(
  connection: Connection,
  collection_name: string,
  what: string,
  operations: readonly Schemas['UpdateOperation'][],
): Promise<void> {
  if (operations.length === 0) return;
  // Waited for, since a write is seen by the reads after it. Strong: with replicas, all of them decide the same conditions in the same order.
  const how = { wait: true, ordering: 'strong' } as const;
  await connection.ask(what, (api, init) => api.batchUpdate({ collection_name, ...how, operations: [...operations] }, init));
}

/** Payloads by point. */
export async function payloadsOf(
  connection: Connection,
  collection_name: string,
  ids: readonly string[],
  members: readonly string[],
): Promise<ReadonlyMap<string, Payload>> {
  const found = await retrieve(connection, collection_name, ids, { with_payload: [...members], with_vector: false });
  return new Map(found.map(({ id, payload }) => [String(id), payload ?? {}]));
}

/** Points by id. None are in a collection that is not there. */
export async function retrieve(
  connection: Connection,
  collection_name: string,
  ids: readonly string[],
  members: Pick<Schemas['PointRequest'], 'with_payload' | 'with_vector'>,
): Promise<Schemas['Record'][]> {
  const asked = parts(ids).map((part) =>
    connection.ask('get documents', (api, init) => api.getPoints({ collection_name, ids: [...part], ...members }, init)),
  );
  return (await Promise.all(asked)).flat();
}

/** All points that a filter lets through. */
export async function scrollAll(
  connection: Connection,
  collection_name: string,
  filter: Filter,
  with_payload: readonly string[],
): Promise<Schemas['Record'][]> {
  const found: Schemas['Record'][] = [];
  for (let offset: Schemas['ExtendedPointId'] | undefined; ; ) {
    const page = await connection.ask('list documents', (api, init) => {
      const from = offset === undefined ? {} : { offset };
      return api.scrollPoints({ collection_name, filter, limit: 1_000, with_payload: [...with_payload], ...from }, init);
    });
    found.push(...page.points);
    // The types allow any JSON; Qdrant names a point, or null.
    const next = page.next_page_offset as Schemas['ExtendedPointId'] | null | undefined;
    if (next == null) return found;
    offset = next;
  }
}

/** How many points a filter lets through: exactly, unless an estimate will do. None are in a collection that is not there. */
export async function count(
  connection: Connection,
  collection_name: string,
  filter: Filter,
  { exact }: { readonly exact: boolean } = { exact: true },
): Promise<number> {
  const asked = connection.ask('count', (api, init) => api.countPoints({ collection_name, filter, exact }, init));
  return orMissing(
    asked.then((answer) => answer.count),
    0,
  );
}

/** What is answered, or something else where the collection is not there. */
export async function orMissing<Result>(asked: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

/** Removes vectors if they are of this version or older. */
export function deleteVectors(ids: readonly string[], version: Filter['must']): Schemas['DeleteOperation'] {
  return { delete: { filter: { must: [oneOf(ids), ...[version ?? []].flat()] } } };
}

/** Removes all of a scope from a collection. */
export async function deleteScope(connection: Connection, collection: string, filter: Filter): Promise<void> {
  await orMissing(update(connection, collection, 'delete a scope', [{ delete: { filter } }]), undefined);
}

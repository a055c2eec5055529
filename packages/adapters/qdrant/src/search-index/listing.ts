import { type Scope, scopeOfKey } from '@agent-mem/contract';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from '../connection.ts';
import type { Collections, ScopedIndex } from './collections.ts';
import { type Filter, is } from './conditions.ts';
import { inScope, withoutAttributes } from './filters.ts';
import { idPosition } from './id-position.ts';
import { firstIdAfter, type Payload, pointId, standingOf, storedDocument } from './point.ts';
import { orMissing, payloadsOf, retrieve, scrollAll } from './points.ts';

/** A document's id and version. */
interface Listed {
  readonly id: string;
  readonly version: number;
}

const listedMembers = ['id', 'version', 'id_place'];
/** Scopes that are small come several in an answer. */
const scopesAtOnce = 20;

/** Ids and versions in order of id; 0 is the version of a document that lost its vectors. */
export async function versionsOf(index: ScopedIndex, after: string | null, limit: number): Promise<readonly Listed[]> {
  const page = await pageOf(index, after, limit);
  const bare = await withoutTheirVectors(index, page);
  return page.map(({ id, version }) => ({ id, version: bare.has(pointId(index.scopeKey, id)) ? 0 : version }));
}

/** Qdrant orders by a number that follows the ids; those that share a number are put in order here. */
async function pageOf(
  { connection, collections, scopeKey }: ScopedIndex,
  after: string | null,
  limit: number,
): Promise<readonly Listed[]> {
  const collection_name = collections.documents;
  const found: Listed[] = [];
  for (let position = after === null ? 0 : idPosition(after); found.length < limit; ) {
    const filter = inScope(scopeKey, { must: [is('live', true), { key: 'id_place', range: { gte: position } }] });
    const request = { filter, limit, order_by: { key: 'id_place', direction: 'asc' } as const, with_payload: listedMembers };
    const { points } = await connection.ask('list versions', (api, init) =>
      api.scrollPoints({ collection_name, ...request }, init),
    );
    const last = Number(points.at(-1)?.payload?.id_place ?? 0);
    const isAll = points.length < limit;
    found.push(...listed(isAll ? points : points.filter(({ payload }) => Number(payload?.id_place) < last), after));
    if (isAll) break;
    // The answer may end among those that share the last number.
    const sharing: Filter = inScope(scopeKey, { must: [is('live', true), is('id_place', last)] });
    found.push(...listed(await scrollAll(connection, collection_name, sharing, listedMembers), after));
    position = last + 1;
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** Points of documents that were put with vectors and have none: their collection was deleted. */
async function withoutTheirVectors(
  { connection, collections, scopeKey }: ScopedIndex,
  page: readonly Listed[],
): Promise<ReadonlySet<string>> {
  const points = page.map(({ id }) => pointId(scopeKey, id));
  const nothing = { with_payload: false, with_vector: false };
  const asked = (await collections.spaces()).map(({ collection }) =>
    orMissing(retrieve(connection, collection, points, nothing), []),
  );
  const found = new Set((await Promise.all(asked)).flat().map(({ id }) => String(id)));
  const bare = points.filter((point) => !found.has(point));
  const payloads = await payloadsOf(connection, collections.documents, bare, ['document']);
  return new Set(bare.filter((point) => storedDocument(payloads.get(point) ?? {})?.embedders.length));
}

/** Every scope that has a document, in Qdrant's order of points, where those of a scope lie side by side. */
export async function* scopesOf(connection: Connection, collections: Collections): AsyncGenerator<Scope> {
  let known = '';
  for (let offset: string | null = null; ; ) {
    const from: { readonly offset?: string } = offset === null ? {} : { offset };
    const request = { filter: { must: [is('live', true)] }, limit: scopesAtOnce, with_payload: ['scope'], ...from };
    const { points } = await collections.withDocuments(() =>
      connection.ask('list scopes', (api, init) =>
        api.scrollPoints({ collection_name: collections.documents, ...request }, init),
      ),
    );
    for (const { payload } of points) {
      const scopeKey = String(payload?.scope);
      if (scopeKey === known) continue;
      known = scopeKey;
      const scope = scopeOfKey(scopeKey);
      if (scope) yield scope;
    }
    offset = firstIdAfter(known);
    if (points.length < scopesAtOnce || offset === null) return;
  }
}

/** Documents of these kinds that a version made that knew no attributes. */
export async function documentsWithoutAttributes(
  connection: Connection,
  collection_name: string,
  kinds: readonly string[],
  limit: number,
): Promise<readonly { readonly scope: Scope; readonly id: string }[]> {
  if (kinds.length === 0) return [];
  const request = { filter: withoutAttributes(kinds), limit, with_payload: ['scope', 'id'] };
  const { points } = await connection.ask('list documents', (api, init) =>
    api.scrollPoints({ collection_name, ...request }, init),
  );
  return points.flatMap(({ payload }) => {
    const scope = scopeOfKey(String(payload?.scope));
    return scope ? [{ scope, id: String(payload?.id) }] : [];
  });
}

function listed(points: readonly Schemas['Record'][], after: string | null): Listed[] {
  return points
    .map(({ payload }) => {
      const { id } = payload as Payload;
      return { id: String(id), version: standingOf(payload).version };
    })
    .filter(({ id }) => after === null || id > after);
}

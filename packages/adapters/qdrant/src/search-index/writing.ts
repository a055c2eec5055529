import { isDeepStrictEqual } from 'node:util';
import type { IndexDocument } from '@agent-mem/storage';
import type { Schemas } from '@qdrant/js-client-rest';
import type { ScopedIndex, VectorSpace } from './collections.ts';
import { is } from './conditions.ts';
import { checkDimensions } from './dimensions.ts';
import { before, olderThan, oneOf, upTo } from './filters.ts';
import { bytesOfDocument, parts } from './parts.ts';
import { documentPoint, filteredPayload, type Payload, pointId, standingOf, tombstone } from './point.ts';
import { deleteVectors, payloadsOf, update } from './points.ts';
import { denseName } from './shapes.ts';

type Operation = Schemas['UpdateOperation'];

/** A document under its point, with what stands there. */
interface Coming {
  readonly point: string;
  readonly document: IndexDocument;
  /** `null`: nothing. */
  readonly former: Payload | null;
}

const filteredMembers = ['kind', 'conversation_id', 'role', 'visibility', 'has_attributes', 'attributes', 'tags', 'values'];

/**
 * Puts documents: vectors first, then the documents themselves. A document is what makes its vectors count, so one that is there has all
 * its vectors; what stops in between is as if it had not begun, and is made whole by putting again. Every write has its condition on the
 * version in the server, which applies the writes to a point one after another: it does not matter who comes first.
 */
export async function put(index: ScopedIndex, documents: readonly IndexDocument[]): Promise<void> {
  const { connection, collections, scopeKey } = index;
  if (documents.length === 0) return;
  const newest = newestOf(documents);
  const [spaces, known] = await Promise.all([collections.spaces(), standing(index, newest)]);
  const vectors = documents.flatMap((document) => document.vectors);
  await checkDimensions(index, vectors, spaces);
  for (const part of parts(known.filter(isNew), ({ document }) => bytesOfDocument(document))) {
    await putVectors(index, part, spaces);
    const operations = byVersion(part).map(([version, own]): Operation => {
      return {
        upsert: { points: own.map(({ document }) => documentPoint(scopeKey, document)), update_filter: olderThan(version) },
      };
    });
    await update(connection, collections.documents, 'put documents', operations);
  }
}

/** Deletes documents unless they are newer, and leaves what keeps their versions from coming back. */
export async function remove(
  { connection, collections, scopeKey }: ScopedIndex,
  gone: readonly { readonly id: string; readonly version: number }[],
): Promise<void> {
  // Of one named twice the newest counts; a request must not change a point twice in an order that nobody promised.
  const versions = new Map<string, number>();
  for (const { id, version } of gone) versions.set(id, Math.max(version, versions.get(id) ?? 0));
  for (const part of parts([...versions])) {
    const groups = [...Map.groupBy(part, ([, version]) => version)];
    const tombstones = groups.map(([version, own]): Operation => {
      return {
        upsert: { points: own.map(([id]) => tombstone(scopeKey, id, version)), update_filter: { must: [upTo(version)] } },
      };
    });
    const vectors = groups.map(([version, own]) => {
      const points = own.map(([id]) => pointId(scopeKey, id));
      return deleteVectors(points, [upTo(version)]);
    });
    const forget = ({ collection }: VectorSpace) => update(connection, collection, 'delete vectors', vectors);
    await Promise.all([
      update(connection, collections.documents, 'delete documents', tombstones),
      collections.spaces().then((spaces) => Promise.all(spaces.map(forget))),
    ]);
  }
}

/** Of each id what putting all of them one after another leaves. */
function newestOf(documents: readonly IndexDocument[]): readonly IndexDocument[] {
  const newest = new Map<string, IndexDocument>();
  for (const document of documents) {
    const former = newest.get(document.id);
    if (former && former.version > document.version) continue;
    const retained = former?.version === document.version ? former.vectors : [];
    const others = retained.filter(({ embedder }) => !document.vectors.some((vector) => vector.embedder === embedder));
    newest.set(document.id, { ...document, vectors: [...others, ...document.vectors] });
  }
  return [...newest.values()];
}

async function standing(
  { connection, collections, scopeKey }: ScopedIndex,
  documents: readonly IndexDocument[],
): Promise<readonly Coming[]> {
  const coming = documents.map((document) => ({ point: pointId(scopeKey, document.id), document }));
  const points = coming.map(({ point }) => point);
  const payloads = await payloadsOf(connection, collections.documents, points, ['version', 'live', ...filteredMembers]);
  return coming.map((each) => ({ ...each, former: payloads.get(each.point) ?? null }));
}

/** Spares the work for what the server would refuse; it decides. */
function isNew({ document, former }: Coming): boolean {
  if (!former) return true;
  const { version, live } = standingOf(former);
  return live ? document.version >= version : document.version > version;
}

async function putVectors(
  { connection, collections, scopeKey }: ScopedIndex,
  coming: readonly Coming[],
  spaces: readonly VectorSpace[],
): Promise<void> {
  const operations = new Map<string, Operation[]>(spaces.map(({ collection }) => [collection, []]));
  const vectors = coming.flatMap(({ document }) => document.vectors);
  for (const { embedder, values } of vectors) {
    const name = await collections.ensureSpace(embedder, values.length);
    if (!operations.has(name)) operations.set(name, []);
  }
  for (const [collection, own] of operations) {
    for (const [version, group] of byVersion(coming)) {
      const points = group.flatMap(({ point, document }) => {
        const vector = document.vectors.find(
          ({ embedder, values }) => collections.nameOf(embedder, values.length) === collection,
        );
        if (!vector) return [];
        const payload = { ...filteredPayload(scopeKey, document), version, text_hash: vector.textHash ?? null };
        return [{ id: point, vector: { [denseName]: [...vector.values] }, payload }];
      });
      if (points.length > 0) own.push({ upsert: { points, update_filter: { must: [upTo(version)] } } });
      const brought = new Set(points.map(({ id }) => id));
      own.push(
        ...afterwards(
          scopeKey,
          version,
          group.filter(({ point }) => !brought.has(point)),
        ),
      );
    }
  }
  await Promise.all([...operations].map(([collection, own]) => update(connection, collection, 'put vectors', own)));
}

/** What becomes of vectors that documents do not bring: of an older version they go, of the same one they stay and follow its members. */
function afterwards(scopeKey: string, version: number, without: readonly Coming[]): Operation[] {
  const known = without.filter(({ former }) => former !== null);
  const older = known.filter(({ former }) => standingOf(former).version < version).map(({ point }) => point);
  const changed = known.filter(({ document, former }) => {
    const payload = filteredPayload(scopeKey, document);
    return (
      standingOf(former).version === version &&
      filteredMembers.some((member) => !isDeepStrictEqual(former?.[member], payload[member]))
    );
  });
  return [
    ...(older.length > 0 ? [deleteVectors(older, [before(version)])] : []),
    ...changed.map(({ point, document }) => ({
      set_payload: {
        payload: { ...filteredPayload(scopeKey, document) },
        filter: { must: [oneOf([point]), is('version', version)] },
      },
    })),
  ];
}

function byVersion(coming: readonly Coming[]): readonly (readonly [version: number, coming: readonly Coming[]])[] {
  return [...Map.groupBy(coming, ({ document }) => document.version)];
}

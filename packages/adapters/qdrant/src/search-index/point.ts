import { createHash } from 'node:crypto';
import type { EmbeddedVector, IndexDocument } from '@agent-mem/storage';
import type { Schemas } from '@qdrant/js-client-rest';
import { attributePayload } from './attributes/attribute-payload.ts';
import { idPosition } from './id-position.ts';
import { sparseName } from './shapes.ts';
import { saturated, sparseVector } from './term-indices.ts';

/** What the index knows of a document without reading all of it. */
export interface Standing {
  readonly version: number;
  /** `false`: deleted; the version is the last that must not come back. */
  readonly live: boolean;
}

/** What Qdrant holds of a point beside vectors. */
export type Payload = Readonly<Record<string, unknown>>;

/** Members that both legs filter by. */
export type Filtered = Pick<IndexDocument, 'kind' | 'conversationId' | 'role' | 'visibility' | 'attributes'>;

/** All of a document but its vectors; of those, whose it was put with. */
export interface StoredDocument extends Omit<IndexDocument, 'vectors'> {
  readonly embedders: readonly string[];
}

const maxScopeBits = (1n << 60n) - 1n;

/**
 * A UUIDv8 (RFC 9562) of scope and id: the same id may stand in two scopes. 60 bits are the scope's, so that its points lie side by side
 * in Qdrant's order; 62 are the document's.
 */
export function pointId(scopeKey: string, id: string): string {
  const own = createHash('sha256').update(`${scopeKey}\n${id}`).digest().readBigUInt64BE() >> 2n;
  return uuidOf(scopeBits(scopeKey), own);
}

/** The first id after all those of a scope; `null`: there is none. */
export function firstIdAfter(scopeKey: string): string | null {
  const bits = scopeBits(scopeKey);
  return bits === maxScopeBits ? null : uuidOf(bits + 1n, 0n);
}

function scopeBits(scopeKey: string): bigint {
  return createHash('sha256').update(scopeKey).digest().readBigUInt64BE() >> 4n;
}

function uuidOf(scope: bigint, own: bigint): string {
  const high = scope.toString(16).padStart(15, '0');
  const low = ((2n << 62n) | own).toString(16).padStart(16, '0');
  return `${high.slice(0, 8)}-${high.slice(8, 12)}-8${high.slice(12)}-${low.slice(0, 4)}-${low.slice(4)}`;
}

/** What a document is in the collection of documents. */
export function documentPoint(scopeKey: string, document: IndexDocument): Schemas['PointStruct'] {
  const { id, version, ordinal, timestamp, length, fields, vectors, ...rest } = document;
  const counts = Object.entries(document.terms);
  const weights = counts.map(([term, count]) => ({ term, weight: saturated(count) }));
  const stored: StoredDocument = { ...rest, id, version, ordinal, timestamp, length, fields, embedders: vectors.map(embedderOf) };
  return {
    id: pointId(scopeKey, id),
    vector: { [sparseName]: sparseVector(scopeKey, weights) },
    payload: {
      ...filteredPayload(scopeKey, document),
      id,
      id_place: idPosition(id),
      version,
      live: true,
      ordinal,
      created_at: timestamp,
      length,
      summary_kind: fields.summary_kind ?? null,
      replaced_by: fields.replaced_by ?? null,
      // Unpaired surrogates are no JSON to Qdrant.
      terms: counts.map(([term]) => term.toWellFormed()),
      // Whole and as one text: it comes back as it was, and is read three times faster than members one by one.
      document: JSON.stringify(stored),
    },
  };
}

/** What is left of a deleted document. Without a kind, no search and no count meets it. */
export function tombstone(scopeKey: string, id: string, version: number): Schemas['PointStruct'] {
  return { id: pointId(scopeKey, id), vector: {}, payload: { scope: scopeKey, id, version, live: false } };
}

/** What a vector of a document is filtered by, with the version it was made of. */
export function filteredPayload(scopeKey: string, { kind, conversationId, role, visibility, attributes }: Filtered): Payload {
  return { scope: scopeKey, kind, conversation_id: conversationId, role, visibility, ...attributePayload(attributes) };
}

/** Whether it is there, and of which version. */
export function standingOf(payload: unknown): Standing {
  const { version, live } = payload as Payload;
  return { version: Number(version), live: live === true };
}

/** The document of a point; `null`: it was deleted. */
export function storedDocument(payload: unknown): StoredDocument | null {
  const { document } = payload as Payload;
  // Written by `documentPoint`, and by nobody else; a version that knew no attributes wrote none.
  return typeof document === 'string'
    ? { attributes: null, ...(JSON.parse(document) as Omit<StoredDocument, 'attributes'>) }
    : null;
}

function embedderOf({ embedder }: EmbeddedVector): string {
  return embedder;
}

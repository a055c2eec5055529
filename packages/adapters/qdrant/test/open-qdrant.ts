import { type Scope, scopeOf, systemClock } from '@agent-mem/contract';
import type { EmbeddedVector, IndexDocument } from '@agent-mem/storage';
import type { QdrantServer } from '../../../../test/live/qdrant/qdrant.ts';
import { openQdrantSearchIndex, type QdrantSearchIndex, type QdrantSearchIndexOptions } from '../src/index.ts';

/** Opens a search index on this server, with time enough for a busy machine. */
export function openOn(server: QdrantServer, options: Partial<QdrantSearchIndexOptions> = {}): QdrantSearchIndex {
  return openQdrantSearchIndex({ url: server.url, apiKey: server.apiKey, clock: systemClock, timeoutMs: 60_000, ...options });
}

/** A scope that nobody else uses. */
export function freshScope(): Scope {
  return scopeOf({ workspace: crypto.randomUUID(), user: 'u', collection: 'c' });
}

/** A document to index; every member can be set. */
export function document(given: Partial<IndexDocument> & { readonly id: string }): IndexDocument {
  const terms = given.terms ?? {};
  return {
    kind: 'Fact',
    version: 1,
    conversationId: null,
    visibility: 'scope',
    ordinal: null,
    role: null,
    timestamp: 1_780_000_000_000,
    terms,
    length: Object.values(terms).reduce((sum, count) => sum + count, 0),
    vectors: [],
    fields: {},
    attributes: null,
    ...given,
  };
}

/** A vector of unit length in the direction given. */
export function vector(values: readonly number[], embedder = 'e'): EmbeddedVector {
  const norm = Math.hypot(...values);
  return { embedder, values: Float32Array.from(values, (value) => value / norm) };
}

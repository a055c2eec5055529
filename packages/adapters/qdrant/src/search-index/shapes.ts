import type { Schemas } from '@qdrant/js-client-rest';

/** How a collection is made: idempotent, so it is its own migration. */
export interface CollectionShape {
  readonly definition: Schemas['CreateCollection'];
  readonly indexes: Readonly<Record<string, Schemas['PayloadFieldSchema']>>;
}

/** Stands in the names of collections. Another shape is another generation, filled from the Graph beside the one in use. */
export const generation = 'v1';

/** The name of the vector in each kind of collection. */
export const sparseName = 'terms';
export const denseName = 'dense';

const keyword = 'keyword';
const lookup = { type: 'integer', lookup: true, range: false } as const;

/** What both legs filter by. The tenant's points lie together on disk, and each tenant has an HNSW graph of its own. */
const filtered = {
  scope: { type: 'keyword', is_tenant: true },
  kind: keyword,
  conversation_id: keyword,
  role: keyword,
  visibility: keyword,
  has_attributes: 'bool',
  attributes: keyword,
  tags: keyword,
} as const;

/** Documents with their sparse vectors, and what is known of deleted ones. */
export const documentsShape: CollectionShape = {
  definition: { vectors: {}, sparse_vectors: { [sparseName]: {} }, on_disk_payload: true },
  indexes: {
    ...filtered,
    live: 'bool',
    ordinal: lookup,
    id_place: 'integer',
    // Looked up, so that a facet tells how many documents have each length.
    length: lookup,
    terms: keyword,
  },
};

/** Vectors of one embedder. `metadata` says whose they are: a name has room for neither any text nor every length. */
export function vectorsShape(embedder: string, dimensions: number): CollectionShape {
  return {
    definition: {
      // Vectors have unit length: their dot is the cosine, and they come back as they were.
      vectors: { [denseName]: { size: dimensions, distance: 'Dot' } },
      hnsw_config: { m: 0, payload_m: 16 },
      on_disk_payload: true,
      metadata: { embedder, dimensions },
    },
    indexes: filtered,
  };
}

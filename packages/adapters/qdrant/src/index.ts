/** The SearchIndex port on Qdrant. */

export { openSearchIndex } from './open.ts';
export { openQdrantSearchIndex, type QdrantSearchIndex, type QdrantSearchIndexOptions } from './search-index/search-index.ts';

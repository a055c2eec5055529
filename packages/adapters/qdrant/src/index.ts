/** The SearchIndex port on Qdrant. */

export { openQdrantSearchIndex, type QdrantSearchIndex, type QdrantSearchIndexOptions } from './search-index/search-index.ts';

/** The bus and the four storage ports in the embedded file. */

export { openSqliteDetails, type SqliteDetailsOptions } from './details/details.ts';
export type { MissingDetail } from './details/inline-content.ts';
export { openSqliteGraph, type SqliteGraphOptions } from './graph/graph.ts';
export { openSqliteKeyValue } from './key-value/key-value.ts';
export * from './open.ts';
export { openSqliteSearchIndex, type SqliteSearchIndexOptions } from './search-index/search-index.ts';

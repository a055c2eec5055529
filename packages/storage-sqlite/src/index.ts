/** The four storage ports in the embedded file. */

export { openSqliteGraph, type SqliteGraphOptions } from './graph/graph.ts';
export { openSqliteKeyValue } from './key-value.ts';

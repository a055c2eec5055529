import type { ChecksummedTable } from '../file/index.ts';

/** Rows of nodes. `indexed_version` is no part of the checksum: it says how far the search index is, and is written without its row. */
export const nodesTable: ChecksummedTable = {
  name: 'graph_nodes',
  columns: [
    'scope',
    'id',
    'kind',
    'status',
    'version',
    'weight',
    'conversation_id',
    'ordinal',
    'valid_from',
    'valid_to',
    'created_at',
    'updated_at',
    'due_at',
    'properties',
  ],
  key: ['scope', 'id'],
  isScoped: true,
  id: (row) => String(row.id),
};

/** Rows of edges. */
export const edgesTable: ChecksummedTable = {
  name: 'graph_edges',
  columns: ['scope', 'id', 'kind', 'from_id', 'to_id', 'version', 'weight', 'created_at', 'properties'],
  key: ['scope', 'id'],
  isScoped: true,
  id: (row) => String(row.id),
};

/** Rows of recorded states. */
export const historyTable: ChecksummedTable = {
  name: 'graph_history',
  columns: ['scope', 'id', 'version', 'record', 'recorded_at', 'node'],
  key: ['scope', 'id', 'version'],
  isScoped: true,
  id: (row) => `${row.id} version ${row.version}`,
};

/** Rows of what is stored under idempotency keys. */
export const repliesTable: ChecksummedTable = {
  name: 'graph_replies',
  columns: ['scope', 'operation', 'key', 'request_hash', 'reply', 'kept_at'],
  key: ['scope', 'operation', 'key'],
  isScoped: true,
  id: (row) => `idempotency key ${row.key} of ${row.operation}`,
};

/** Rows of events to publish. Their position is given by SQLite when they are written. */
export const outboxTable: ChecksummedTable = {
  name: 'graph_outbox',
  columns: ['event'],
  key: ['position'],
  isScoped: false,
  id: (row) => `event ${row.position}`,
};

/** Every table of the graph. */
export const graphTables: readonly ChecksummedTable[] = [nodesTable, edgesTable, historyTable, repliesTable, outboxTable];

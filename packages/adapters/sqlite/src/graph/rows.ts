import type { GraphEdge, GraphNode, IdempotencyRecord, NodeVersion } from '@agent-mem/storage';
import { prefixedVerifier, type Row, verifyRow } from '../file/index.ts';
import { edgesTable, historyTable, nodesTable, repliesTable } from './tables.ts';

/** Stands for "no ordinal" in the tables. */
export const noOrdinal = -1;

/** Of a row of the table of nodes, which is STRICT: a column holds what it is declared to. Throws if it is damaged, as those below do. */
export function nodeOfRow(row: Row): GraphNode {
  verifyRow(nodesTable, row);
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    version: row.version,
    weight: row.weight,
    conversationId: row.conversation_id,
    ordinal: row.ordinal === noOrdinal ? null : row.ordinal,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    dueAt: row.due_at,
    indexedVersion: row.indexed_version,
    properties: JSON.parse(String(row.properties)),
  } as GraphNode;
}

/** The columns of an edge `e` under the names that `edgeOfRow` knows them by. */
export const edgeColumns: string = [...edgesTable.columns, 'checksum']
  .map((column) => `e.${column} AS edge_${column}`)
  .join(', ');

const verifyEdge = prefixedVerifier(edgesTable, 'edge_');

/** Of a row with `edgeColumns`. */
export function edgeOfRow(row: Row): GraphEdge {
  verifyEdge(row);
  return {
    id: row.edge_id,
    kind: row.edge_kind,
    from: row.edge_from_id,
    to: row.edge_to_id,
    version: row.edge_version,
    weight: row.edge_weight,
    createdAt: row.edge_created_at,
    properties: JSON.parse(String(row.edge_properties)),
  } as GraphEdge;
}

/** Of a row of the table of recorded states. */
export function versionOfRow(row: Row): NodeVersion {
  verifyRow(historyTable, row);
  return {
    version: Number(row.version),
    record: String(row.record),
    recordedAt: String(row.recorded_at),
    node: JSON.parse(String(row.node)),
  };
}

/** Of a row of the table of what is stored under idempotency keys. */
export function replyOfRow(row: Row): IdempotencyRecord {
  verifyRow(repliesTable, row);
  return {
    operation: String(row.operation),
    key: String(row.key),
    requestHash: String(row.request_hash),
    reply: JSON.parse(String(row.reply)),
  };
}

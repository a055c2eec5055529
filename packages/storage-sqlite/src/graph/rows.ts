import type { GraphEdge, GraphNode, NodeVersion } from '@agent-mem/storage';

/** A row as node:sqlite gives it. Its tables are STRICT, so a column holds what it is declared to. */
export type Row = Readonly<Record<string, unknown>>;

/** Stands for "no ordinal" in the tables. */
export const noOrdinal = -1;

/** Of a row of the table of nodes. */
export function nodeOfRow(row: Row): GraphNode {
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

/** Of a row whose columns of the edge are named `edge_…`. */
export function edgeOfRow(row: Row): GraphEdge {
  return {
    id: row.edge_id,
    kind: row.edge_kind,
    from: row.edge_from,
    to: row.edge_to,
    version: row.edge_version,
    weight: row.edge_weight,
    createdAt: row.edge_created_at,
    properties: JSON.parse(String(row.edge_properties)),
  } as GraphEdge;
}

/** Of a row of the table of recorded states. */
export function versionOfRow(row: Row): NodeVersion {
  return {
    version: Number(row.version),
    record: String(row.record),
    recordedAt: String(row.recorded_at),
    node: JSON.parse(String(row.node)),
  };
}

import type { GraphEdge, GraphNode, IdempotencyRecord, NodeVersion } from '@agent-mem/storage';
import { checksumOf, type Transaction } from '../file/index.ts';
import { noOrdinal } from './rows.ts';

/** Writes a node over the one of its id. */
export function writeNode({ statement }: Transaction, scope: number, node: GraphNode): void {
  const values = [
    scope,
    node.id,
    node.kind,
    node.status,
    node.version,
    node.weight,
    node.conversationId,
    node.ordinal ?? noOrdinal,
    node.validFrom,
    node.validTo,
    node.createdAt,
    node.updatedAt,
    node.dueAt,
    JSON.stringify(node.properties),
  ];
  // An upsert keeps the row in its place; REPLACE would delete it from every index first.
  statement(
    `INSERT INTO graph_nodes (scope, id, kind, status, version, weight, conversation_id, ordinal, valid_from, valid_to,
                              created_at, updated_at, due_at, properties, indexed_version, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, id) DO UPDATE SET
       kind = excluded.kind, status = excluded.status, version = excluded.version, weight = excluded.weight,
       conversation_id = excluded.conversation_id, ordinal = excluded.ordinal, valid_from = excluded.valid_from,
       valid_to = excluded.valid_to, created_at = excluded.created_at, updated_at = excluded.updated_at,
       due_at = excluded.due_at, properties = excluded.properties, indexed_version = excluded.indexed_version,
       checksum = excluded.checksum`,
  ).run(...values, node.indexedVersion, checksumOf(values));
}

/** Writes an edge over the one of its id; `unless newer`: only if that is not of a newer version. */
export function writeEdge({ statement }: Transaction, scope: number, edge: GraphEdge, over?: 'unless newer'): void {
  const values = [
    scope,
    edge.id,
    edge.kind,
    edge.from,
    edge.to,
    edge.version,
    edge.weight,
    edge.createdAt,
    JSON.stringify(edge.properties),
  ];
  statement(
    `INSERT INTO graph_edges (scope, id, kind, from_id, to_id, version, weight, created_at, properties, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, id) DO UPDATE SET
       kind = excluded.kind, from_id = excluded.from_id, to_id = excluded.to_id, version = excluded.version,
       weight = excluded.weight, created_at = excluded.created_at, properties = excluded.properties, checksum = excluded.checksum
     ${over === 'unless newer' ? 'WHERE version <= excluded.version' : ''}`,
  ).run(...values, checksumOf(values));
}

/** Writes a state of a node into its history, over the one of its version. */
export function writeVersion(
  { statement }: Transaction,
  scope: number,
  { version, record, recordedAt, node }: NodeVersion,
): void {
  const values = [scope, node.id, version, record, recordedAt, JSON.stringify(node)];
  statement(
    'INSERT OR REPLACE INTO graph_history (scope, id, version, record, recorded_at, node, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(...values, checksumOf(values));
}

/** Writes what is stored under an idempotency key, unless something newer is. */
export function writeReply({ statement }: Transaction, scope: number, stored: IdempotencyRecord, keptAt: string): void {
  const { operation, key, requestHash, reply } = stored;
  const values = [scope, operation, key, requestHash, JSON.stringify(reply), keptAt];
  statement(
    `INSERT INTO graph_replies (scope, operation, key, request_hash, reply, kept_at, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, operation, key) DO UPDATE SET
       request_hash = excluded.request_hash, reply = excluded.reply, kept_at = excluded.kept_at, checksum = excluded.checksum
     WHERE kept_at <= excluded.kept_at`,
  ).run(...values, checksumOf(values));
}

import type { EmbeddedFile, Transaction } from '@agent-mem/sqlite';
import type { GraphArchive, GraphEdge, GraphRecord } from '@agent-mem/storage';
import { ensureScope, findScope } from '../scope-ids.ts';
import { writeNode } from './commit.ts';
import { edgeOfRow, nodeOfRow, type Row, versionOfRow } from './rows.ts';

/** Dumps and loads scopes of the embedded file. */
export function graphArchive(file: EmbeddedFile): GraphArchive {
  return {
    async *dump(scope) {
      const id = file.read((reader) => findScope(reader, scope));
      if (id === null) return;
      for (const { sql, recordOf } of parts) {
        for (let after: readonly (string | number)[] = ['', '']; ; ) {
          const rows = file.read(({ statement }) => statement(sql).all(id, ...after));
          for (const row of rows) yield recordOf(row);
          const last = rows.at(-1);
          if (!last) break;
          after = [String(last.page_key), last.page_place as string | number];
        }
      }
    },
    load: (scope, records) =>
      file.write((transaction) => {
        const id = ensureScope(transaction, scope);
        for (const record of records) loadRecord(transaction, id, record);
      }),
  };
}

/** Each kind page by page, so that a writer may come in between; two columns of its primary key say where a page ended. */
const parts: readonly { readonly sql: string; readonly recordOf: (row: Row) => GraphRecord }[] = [
  {
    sql: `SELECT n.*, id AS page_key, '' AS page_place FROM graph_nodes AS n
          WHERE scope = ? AND (id, '') > (?, ?) ORDER BY id LIMIT 500`,
    recordOf: (row) => ({ node: nodeOfRow(row) }),
  },
  {
    sql: `SELECT id AS edge_id, kind AS edge_kind, from_id AS edge_from, to_id AS edge_to, version AS edge_version,
            weight AS edge_weight, created_at AS edge_created_at, properties AS edge_properties, id AS page_key, '' AS page_place
          FROM graph_edges WHERE scope = ? AND (id, '') > (?, ?) ORDER BY id LIMIT 500`,
    recordOf: (row) => ({ edge: edgeOfRow(row) }),
  },
  {
    sql: `SELECT version, record, recorded_at, node, id AS page_key, version AS page_place
          FROM graph_history WHERE scope = ? AND (id, version) > (?, ?) ORDER BY id, version LIMIT 500`,
    recordOf: (row) => ({ version: versionOfRow(row) }),
  },
  {
    sql: `SELECT operation, key, request_hash, reply, kept_at, operation AS page_key, key AS page_place
          FROM graph_replies WHERE scope = ? AND (operation, key) > (?, ?) ORDER BY operation, key LIMIT 500`,
    recordOf: ({ operation, key, request_hash, reply, kept_at }) => ({
      kept: {
        operation: String(operation),
        key: String(key),
        requestHash: String(request_hash),
        reply: JSON.parse(String(reply)),
        keptAt: String(kept_at),
      },
    }),
  },
];

function loadRecord(transaction: Transaction, scope: number, record: GraphRecord): void {
  const { statement } = transaction;
  if ('node' in record) {
    const { node } = record;
    const newer = statement('SELECT 1 FROM graph_nodes WHERE scope = ? AND id = ? AND version > ?').get(
      scope,
      node.id,
      node.version,
    );
    if (!newer) writeNode(transaction, scope, { ...node, indexedVersion: node.indexedVersion === null ? null : 0 });
  } else if ('edge' in record) loadEdge(transaction, scope, record.edge);
  else if ('version' in record) {
    const { version, record: word, recordedAt, node } = record.version;
    statement(
      'INSERT OR REPLACE INTO graph_history (scope, id, version, record, recorded_at, node) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(scope, node.id, version, word, recordedAt, JSON.stringify(node));
  } else {
    const { operation, key, requestHash, reply, keptAt } = record.kept;
    statement(
      `INSERT INTO graph_replies (scope, operation, key, request_hash, reply, kept_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (scope, operation, key) DO UPDATE SET
         request_hash = excluded.request_hash, reply = excluded.reply, kept_at = excluded.kept_at
       WHERE kept_at <= excluded.kept_at`,
    ).run(scope, operation, key, requestHash, JSON.stringify(reply), keptAt);
  }
}

function loadEdge({ statement }: Transaction, scope: number, edge: GraphEdge): void {
  statement(
    `INSERT INTO graph_edges (scope, id, kind, from_id, to_id, version, weight, created_at, properties)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, id) DO UPDATE SET
       kind = excluded.kind, from_id = excluded.from_id, to_id = excluded.to_id, version = excluded.version,
       weight = excluded.weight, created_at = excluded.created_at, properties = excluded.properties
     WHERE version <= excluded.version`,
  ).run(
    scope,
    edge.id,
    edge.kind,
    edge.from,
    edge.to,
    edge.version,
    edge.weight,
    edge.createdAt,
    JSON.stringify(edge.properties),
  );
}

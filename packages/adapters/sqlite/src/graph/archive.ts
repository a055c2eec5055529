import type { GraphArchive, GraphRecord } from '@agent-mem/storage';
import type { EmbeddedFile, Row, Transaction } from '../file/index.ts';
import type { ScopeIds } from '../scope-ids.ts';
import { edgeColumns, edgeOfRow, nodeOfRow, replyOfRow, versionOfRow } from './rows.ts';
import { writeEdge, writeNode, writeReply, writeVersion } from './writing.ts';

/** Dumps and loads scopes of the embedded file. */
export function graphArchive(file: EmbeddedFile, ids: ScopeIds): GraphArchive {
  return {
    async *dump(scope) {
      const id = ids.find(scope);
      if (id === null) return;
      for (const { sql, recordOf } of parts) {
        for (let after: readonly (string | number)[] = ['', '']; ; ) {
          const page = file.read(({ statement }) => {
            const rows = statement(sql).all(id, ...after);
            return { records: rows.map(recordOf), last: rows.at(-1) };
          });
          yield* page.records;
          if (!page.last) break;
          after = [String(page.last.page_key), page.last.page_place as string | number];
        }
      }
    },
    load: (scope, records) =>
      file.write((transaction) => {
        const id = ids.ensure(transaction, scope);
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
    sql: `SELECT ${edgeColumns}, id AS page_key, '' AS page_place
          FROM graph_edges AS e WHERE scope = ? AND (id, '') > (?, ?) ORDER BY id LIMIT 500`,
    recordOf: (row) => ({ edge: edgeOfRow(row) }),
  },
  {
    sql: `SELECT h.*, id AS page_key, version AS page_place
          FROM graph_history AS h WHERE scope = ? AND (id, version) > (?, ?) ORDER BY id, version LIMIT 500`,
    recordOf: (row) => ({ version: versionOfRow(row) }),
  },
  {
    sql: `SELECT r.*, operation AS page_key, key AS page_place
          FROM graph_replies AS r WHERE scope = ? AND (operation, key) > (?, ?) ORDER BY operation, key LIMIT 500`,
    recordOf: (row) => ({ kept: { ...replyOfRow(row), keptAt: String(row.kept_at) } }),
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
  } else if ('edge' in record) writeEdge(transaction, scope, record.edge, 'unless newer');
  else if ('version' in record) writeVersion(transaction, scope, record.version);
  else writeReply(transaction, scope, record.kept, record.kept.keptAt);
}

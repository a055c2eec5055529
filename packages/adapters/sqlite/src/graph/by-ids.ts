import { batchesOf } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import type { Row, Transaction } from '../file/index.ts';
import { nodeOfRow } from './rows.ts';

type Statements = Pick<Transaction, 'statement'>;

/** Ids that one statement looks up: each number of them is a statement of its own, which stays prepared. */
const mostIds = 16;

/** The nodes of these ids, in the order of the ids; those that are not there are left out. */
export function nodesOf(reader: Statements, scope: number, ids: readonly string[]): GraphNode[] {
  const rows = rowsOf(reader, '*', scope, ids);
  // Most requests ask for settings, and few scopes have any.
  if (rows.length === 0) return [];
  const nodes = new Map(rows.map((row) => [String(row.id), nodeOfRow(row)]));
  return ids.flatMap((id) => nodes.get(id) ?? []);
}

/** The versions of the nodes of these ids that are there. */
export function versionsOf(reader: Statements, scope: number, ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(rowsOf(reader, 'id, version', scope, ids).map(({ id, version }) => [String(id), Number(version)]));
}

/** One statement is quicker than one for each id. */
function rowsOf({ statement }: Statements, columns: string, scope: number, ids: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (const some of batchesOf(ids, mostIds)) {
    const sql = `SELECT ${columns} FROM graph_nodes WHERE scope = ? AND id IN (?${', ?'.repeat(some.length - 1)})`;
    rows.push(...statement(sql).all(scope, ...some));
  }
  return rows;
}

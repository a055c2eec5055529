import type { Transaction } from '../file/index.ts';

/** A version of a node whose document is in the search index. */
export interface IndexMark {
  readonly id: string;
  readonly version: number;
}

/** Whether a node is not marked as indexed up to this version. */
export function isBehind({ statement }: Pick<Transaction, 'statement'>, scope: number, { id, version }: IndexMark): boolean {
  const sql = 'SELECT 1 FROM graph_nodes WHERE scope = ? AND id = ? AND indexed_version < ?';
  return statement(sql).get(scope, id, version) !== undefined;
}

/** Marks a node as indexed up to this version. One that is marked up to a later version stays so. */
export function markIndexed({ statement }: Transaction, scope: number, { id, version }: IndexMark): void {
  const sql = 'UPDATE graph_nodes SET indexed_version = ? WHERE scope = ? AND id = ? AND indexed_version < ?';
  statement(sql).run(version, scope, id, version);
}

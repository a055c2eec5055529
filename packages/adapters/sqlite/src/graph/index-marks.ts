import type { Transaction } from '../file/index.ts';

/** A version of a node whose document is in the search index; 0: the document is to be made anew. */
export interface IndexMark {
  readonly id: string;
  readonly version: number;
}

const isNews = '(indexed_version < ?3 OR (?3 = 0 AND indexed_version > 0))';

/** Whether a mark changes what is noted of its node. */
export function isBehind({ statement }: Pick<Transaction, 'statement'>, scope: number, { id, version }: IndexMark): boolean {
  const sql = `SELECT 1 FROM graph_nodes WHERE scope = ?1 AND id = ?2 AND ${isNews}`;
  return statement(sql).get(scope, id, version) !== undefined;
}

/** Marks a node as indexed up to this version. One that is marked up to a later version stays so. */
export function markIndexed({ statement }: Transaction, scope: number, { id, version }: IndexMark): void {
  const sql = `UPDATE graph_nodes SET indexed_version = ?3 WHERE scope = ?1 AND id = ?2 AND ${isNews}`;
  statement(sql).run(scope, id, version);
}

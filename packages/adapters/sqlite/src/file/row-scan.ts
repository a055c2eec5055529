import type { ChecksummedTable, Row } from './checksum.ts';
import { DamagedRow, verifyRow } from './checksum.ts';
import type { Transaction } from './embedded-file.ts';

type Statements = Pick<Transaction, 'statement'>;

/** Rows verified between two turns of the event loop. */
const pageRows = 500;

/** A page of a table's rows, each verified: the damaged ones, and where the next page begins; `null`: there is none. */
export function damagedRows(
  { statement }: Statements,
  table: ChecksummedTable,
  after: number,
): { readonly rows: readonly DamagedRow[]; readonly next: number | null } {
  const sql = `SELECT rowid AS row_number, * FROM ${table.name} WHERE rowid > ? ORDER BY rowid LIMIT ?`;
  const page = statement(sql).all(after, pageRows);
  const last = page.at(-1);
  return { rows: page.flatMap((row) => damageOf(table, row) ?? []), next: last ? Number(last.row_number) : null };
}

/** Whether a row that was damaged is there and damaged still. */
export function isStillDamaged({ statement }: Statements, { table, key }: DamagedRow): boolean {
  const where = table.key.map((column) => `${column} = ?`).join(' AND ');
  const row = statement(`SELECT * FROM ${table.name} WHERE ${where}`).get(...key);
  return row !== undefined && damageOf(table, row) !== null;
}

/** Whose a damaged row is, as `workspace/user/collection`; `null`: it belongs to no scope, or to none that can be read. */
export function ownerOf({ statement }: Statements, { table, scope }: DamagedRow): string | null {
  if (!table.isScoped || scope === null) return null;
  const row = statement('SELECT workspace, user, collection FROM scopes WHERE scope = ?').get(scope);
  return row ? `${row.workspace}/${row.user}/${row.collection}` : null;
}

function damageOf(table: ChecksummedTable, row: Row): DamagedRow | null {
  try {
    verifyRow(table, row);
    return null;
  } catch (error) {
    if (error instanceof DamagedRow) return error;
    throw error;
  }
}

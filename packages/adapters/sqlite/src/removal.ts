import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchesOf } from '@agent-mem/contract';
import type { EmbeddedFile, Row } from './file/index.ts';

type Value = string | number;

/** So many rows are removed in one transaction, so that others have their turns. */
export const removedAtOnce = 50;
/** So many rows are looked through in one turn of the event loop, */
export const seenAtOnce = 100;
/** and so many characters with them. The first row of a page has no limit. */
export const charactersAtOnce = 65_536;

/** Removes the rows that a condition finds by an index, and answers columns of each. */
export async function removeAll(
  file: EmbeddedFile,
  table: string,
  condition: string,
  values: readonly Value[],
  answered = '1 AS row',
): Promise<readonly Row[]> {
  const sql = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${removedAtOnce}) RETURNING ${answered}`;
  const removed: Row[] = [];
  for (;;) {
    const rows = await file.write(({ statement }) => statement(sql).all(...values));
    removed.push(...rows);
    if (rows.length < removedAtOnce) return removed;
  }
}

/** Rows that are looked through page by page; those that are `meant` are removed by their `row`. */
export interface Seen {
  /** Of one row. */
  readonly meant: { readonly sql: string; readonly values: readonly Value[] };
  /** Of a page; `meant` stands in it once, before everything else that has values. */
  readonly sql: string;
  readonly values: readonly Value[];
  /** Before the first row. */
  readonly first: readonly Value[];
  positionOf(row: Row): readonly Value[];
  readonly table: string;
}

export async function removeSeen(
  file: EmbeddedFile,
  { meant, sql, values, first, positionOf, table }: Seen,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  await eachPage(file, sql, [...meant.values, ...values], first, (row) => {
    if (row.meant === 1) found.push(row);
    return positionOf(row);
  });
  // Looked at once more: SQLite gives the number of a row that is gone to the next one that comes.
  const remove = `DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?)) AND ${meant.sql}`;
  for (const batch of batchesOf(found, removedAtOnce)) {
    const rows = JSON.stringify(batch.map(({ row }) => Number(row)));
    await file.write(({ statement }) => statement(remove).run(rows, ...meant.values));
  }
  return found;
}

/** `see` answers the position of a row, behind which the next page begins. */
export async function eachPage(
  file: EmbeddedFile,
  sql: string,
  values: readonly Value[],
  first: readonly Value[],
  see: (row: Row) => readonly Value[],
): Promise<void> {
  for (let after = first; ; ) {
    const rows = file.read(({ statement }) => statement(sql).all(...values, ...after));
    for (const row of rows) after = see(row);
    if (rows.length === 0) return;
    await nextTurn();
  }
}

/** How long the texts of the rows before each are together. */
export function charactersBefore(column: string, order: string): string {
  return `sum(length(${column})) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - length(${column})`;
}

import type { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf } from './sqlite-error.ts';

/** What SQLite finds wrong with the pages of a table, in its words. */
export interface PageProblem {
  /** `null`: of the file as a whole. */
  readonly table: string | null;
  readonly text: string;
}

/** So many are enough to know what to do. */
const mostOfTable = 5;

/** The tables of a file, or a problem where not even these can be read. */
export function tablesOf(database: DatabaseSync): readonly string[] | PageProblem {
  try {
    const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage").all();
    return rows.map(({ name }) => String(name));
  } catch (error) {
    return { table: null, text: textOf(error) };
  }
}

/** SQLite's own check of a table and its indexes. `quick` leaves out that each row is in each index. */
export function checkTable(database: DatabaseSync, table: string, { quick = false } = {}): readonly PageProblem[] {
  const check = quick ? 'quick_check' : 'integrity_check';
  return problems(database, `PRAGMA ${check}('${table}')`, check).map((text) => ({ table, text }));
}

/** What no table has: the list of free pages. */
export function checkFreePages(database: DatabaseSync): readonly PageProblem[] {
  const found = problems(database, 'PRAGMA quick_check', 'quick_check');
  return found.filter((text) => /free|never used/i.test(text)).map((text) => ({ table: null, text }));
}

/** The tables that a statement names. */
export function tablesOfSql(sql: string): readonly string[] {
  return [...new Set(sql.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)/gi).map(([, name]) => String(name)))];
}

function problems(database: DatabaseSync, pragma: string, column: string): readonly string[] {
  try {
    const rows = database.prepare(pragma).all();
    const texts = rows.flatMap((row) => String(row[column]).split('\n')).filter((text) => text !== 'ok' && text !== '');
    // A line of its own names the schema before what is wrong with it.
    return texts.filter((text) => !/^\*\*\* in database/.test(text)).slice(0, mostOfTable);
  } catch (error) {
    if (sqliteCodeOf(error) === null) throw error;
    return [textOf(error)];
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

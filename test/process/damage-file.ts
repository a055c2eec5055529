import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const pageBytes = 8192;

/** The data file of a folder whose fleet does not run. */
export const fileOf = (directory: string): string => join(directory, 'agent-mem.sqlite');

/** Fills the first page of tables and of their indexes with zeros, as a disk does that lost them. */
export function zeroPages(directory: string, ...tables: readonly string[]): void {
  const pages = pagesOf(directory, tables);
  const descriptor = openSync(fileOf(directory), 'r+');
  for (const page of pages) writeSync(descriptor, new Uint8Array(pageBytes), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(descriptor);
}

/** Changes one letter of a text wherever it stands in the file. Answers how often. */
export function changeText(directory: string, text: string, to: string): number {
  const bytes = readFileSync(fileOf(directory));
  const descriptor = openSync(fileOf(directory), 'r+');
  let changed = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    writeSync(descriptor, to, at);
    changed += 1;
  }
  closeSync(descriptor);
  return changed;
}

/** Cuts the file in its middle. */
export function cutInHalf(directory: string): void {
  truncateSync(fileOf(directory), Math.floor(readFileSync(fileOf(directory)).length / 2 / pageBytes) * pageBytes);
}

function pagesOf(directory: string, tables: readonly string[]): number[] {
  using database = new DatabaseSync(fileOf(directory));
  // What was committed last must not stand in a log that the next start lays over the zeros.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const sql = 'SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 AND tbl_name IN (SELECT value FROM json_each(?))';
  return database
    .prepare(sql)
    .all(JSON.stringify(tables))
    .map(({ rootpage }) => Number(rootpage));
}

import type { DatabaseSync } from 'node:sqlite';

/**
 * Makes tables anew, empty. Their pages may be damaged, so they are not walked, as `DROP TABLE` would: their names are taken out of the
 * schema, and the file is written anew without what belongs to no table.
 */
export function rebuildTables(database: DatabaseSync, tables: readonly string[], create: readonly string[]): void {
  database.enableDefensive(false);
  try {
    database.exec('BEGIN IMMEDIATE');
    database.exec('PRAGMA writable_schema = ON');
    const remove = database.prepare('DELETE FROM sqlite_schema WHERE tbl_name = ?');
    for (const table of tables) remove.run(table);
    database.exec('COMMIT');
    database.exec('PRAGMA writable_schema = RESET');
    database.exec('BEGIN IMMEDIATE');
    for (const sql of create) database.exec(sql);
    database.exec('COMMIT');
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
    database.exec('PRAGMA writable_schema = OFF');
    database.enableDefensive(true);
  }
  database.exec('VACUUM');
}

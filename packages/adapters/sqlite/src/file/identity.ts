import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** The id of a data file. It stays with the data wherever a backup of it is restored; a file that has none is given one. */
export function identityOf(database: DatabaseSync, now: number): string {
  const made = new Date(now).toISOString();
  database.exec('CREATE TABLE IF NOT EXISTS data_file (id TEXT NOT NULL, made_at TEXT NOT NULL) STRICT');
  database
    .prepare('INSERT INTO data_file (id, made_at) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM data_file)')
    .run(randomUUID(), made);
  return String(database.prepare('SELECT id FROM data_file').get()?.id);
}

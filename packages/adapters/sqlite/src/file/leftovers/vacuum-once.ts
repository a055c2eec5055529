import type { DatabaseSync } from 'node:sqlite';

/** Where it is noted that it was done, among the migrations of the file. */
const component = 'overwritten-deletions';

/**
 * Frees a file of an earlier version from what it has deleted and did not overwrite. Blocks for about a second for 250 MB. Where it cannot be, as on a full
 * disk, the next start tries again.
 */
export function vacuumOnce(database: DatabaseSync, now: number): void {
  if (database.prepare('SELECT version FROM migrations WHERE component = ?').get(component)) return;
  try {
    database.exec('VACUUM');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.prepare('INSERT INTO migrations (component, version, migrated_at) VALUES (?, 1, ?)').run(component, now);
  } catch {
    // The next use of the file says what is wrong with it.
  }
}

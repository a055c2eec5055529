import type { DatabaseSync } from 'node:sqlite';
import { OperationError } from '@agent-mem/contract';
import type { Migration } from './embedded-file.ts';

/** What surrounds the steps of one component. */
export interface MigrationOptions {
  readonly path: string;
  readonly now: number;
  /** Whether the data may become data of this version. If not, `EarlierData` is thrown. */
  readonly mayMigrate: boolean;
  /** Called before the first step that writes stored rows anew; what it throws stops the start. */
  beforeRewrite(): void;
}

/** The data is of an earlier version, and was to stay so. */
export class EarlierData extends OperationError {
  constructor(path: string) {
    super(
      'failed-precondition',
      `${path} holds data of an earlier version: the next start brings it to this one; where it writes rows anew, it first copies the file`,
    );
  }
}

/** Which version each component's tables have. */
export function createMigrationsTable(database: DatabaseSync): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (component TEXT PRIMARY KEY, version INTEGER NOT NULL, migrated_at INTEGER NOT NULL) STRICT',
  );
}

/** Runs the component's missing steps in one transaction; its version is the number of steps done. */
export function migrateComponent(
  database: DatabaseSync,
  component: string,
  migrations: readonly Migration[],
  { path, now, mayMigrate, beforeRewrite }: MigrationOptions,
): void {
  const row = database.prepare('SELECT version FROM migrations WHERE component = ?').get(component);
  const version = Number(row?.version ?? 0);
  if (version > migrations.length) {
    throw new OperationError(
      'failed-precondition',
      `${path} holds ${component} version ${version}, and this program knows versions up to ${migrations.length}: start a newer program`,
    );
  }
  if (version === migrations.length) return;
  if (version > 0 && !mayMigrate) throw new EarlierData(path);
  const missing = migrations.slice(version);
  if (version > 0 && missing.some((migration) => typeof migration === 'object')) beforeRewrite();
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of missing) database.exec(typeof migration === 'string' ? migration : migration.rewrites);
    database
      .prepare('INSERT OR REPLACE INTO migrations (component, version, migrated_at) VALUES (?, ?, ?)')
      .run(component, migrations.length, now);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

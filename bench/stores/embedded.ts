import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checksumOf, type EmbeddedFile, openEmbeddedFile } from '@agent-mem/sqlite/file';
import { temporaryDirectory } from '@agent-mem/testing';

/** An embedded file of its own, and a bare connection beside it. */
export interface Embedded extends AsyncDisposable {
  readonly directory: string;
  readonly file: EmbeddedFile;
  /** To the same file, with the same promises: a commit is synced to the disk. */
  readonly database: DatabaseSync;
  /** Size of the file, with all that was committed in it. */
  bytes(): Promise<number>;
}

/** Number of the only scope in a file of a bench. */
export const scopeNumber = 1;

export async function openEmbedded(): Promise<Embedded> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.use(await temporaryDirectory());
  const file = opened.use(await openEmbeddedFile(directory.path, { isShared: true }));
  const database = new DatabaseSync(file.path, { timeout: 5_000 });
  opened.defer(() => database.close());
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  const closing = opened.move();
  return {
    directory: directory.path,
    file,
    database,
    async bytes() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return statSync(file.path).size;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** A row's values with its checksum at the end, as the stores write it. */
export function checksummed(...values: readonly (string | number | null)[]): (string | number | null)[] {
  return [...values, checksumOf(values)];
}

/** Runs it as one transaction, synced when it ends. */
export function committed(database: DatabaseSync, run: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  run();
  database.exec('COMMIT');
}

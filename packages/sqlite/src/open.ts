import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, OperationError, systemClock } from '@agent-mem/contract';
import type { EmbeddedFile } from './embedded-file.ts';
import { GroupCommit } from './group-commit.ts';
import { createMigrationsTable, migrateComponent } from './migrations.ts';
import { StatementCache } from './statement-cache.ts';

/** How the file is opened. */
export interface EmbeddedFileOptions {
  /** Dates the migrations. Default: the machine's clock. */
  readonly clock?: Clock;
}

/** Opens `agent-mem.sqlite` in the directory, making both where they are missing. Hold the directory's lock before you call it. */
export async function openEmbeddedFile(directory: string, options: EmbeddedFileOptions = {}): Promise<EmbeddedFile> {
  const clock = options.clock ?? systemClock;
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'agent-mem.sqlite');
  const database = new DatabaseSync(path, { timeout: 5_000 });
  // The page size counts only before the first table exists; WAL would freeze it, so it comes first.
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  createMigrationsTable(database);

  const statements = new StatementCache(database);
  const commits = new GroupCommit(database, statements);
  const backups = new Set<Promise<void>>();
  let scrubbing: Promise<void> | null = null;
  let closed = false;

  /** After this turn, so that what is asked for at once is done once; between two commits, since each is made within one turn. */
  async function scrubSoon(): Promise<void> {
    // A backup reads page by page: it would begin again with every page that changes place.
    await Promise.allSettled(backups);
    await nextTurn();
    scrubbing = null;
    if (closed) throw new OperationError('unavailable', `${path} is closed`);
    try {
      database.exec('VACUUM');
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (cause) {
      const message = `${path} could not be written anew without what was deleted; it needs as much room again on its disk`;
      throw new OperationError('unavailable', message, { cause });
    }
  }

  return {
    path,
    migrate: (component, migrations) => migrateComponent(database, path, component, migrations, clock.now()),
    read(run) {
      if (closed) throw new OperationError('unavailable', `${path} is closed`);
      if (commits.running) throw new Error('A read inside a write would see what is not committed: use the transaction');
      return run(statements);
    },
    write: (run) => commits.write(run),
    scrub() {
      if (closed) return Promise.reject(new OperationError('unavailable', `${path} is closed`));
      scrubbing ??= scrubSoon();
      return scrubbing;
    },
    async backup(target) {
      if (closed) throw new OperationError('unavailable', `${path} is closed`);
      const copy = copyTo(database, target);
      backups.add(copy);
      await copy.finally(() => backups.delete(copy));
    },
    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      commits.close();
      await Promise.allSettled(backups);
      statements.clear();
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

/** A crash half-way leaves only the `.part` file: what stands at `target` is always whole. */
async function copyTo(database: DatabaseSync, target: string): Promise<void> {
  const part = `${target}.part`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await backup(database, part);
      break;
    } catch (cause) {
      if (attempt === mostCopies || !metCommit(cause)) throw cause;
    }
  }
  await rename(part, target);
}

const mostCopies = 10;
/** SQLite's codes for "busy" and "locked"; none, where the connection has done something else since. */
const codesOfCommits: readonly unknown[] = [0, 5, 6];

/** A copy reads on a thread of its own: a step of it that meets a commit of this one fails, about once in two hundred times. */
function metCommit(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && codesOfCommits.includes(cause.errcode);
}

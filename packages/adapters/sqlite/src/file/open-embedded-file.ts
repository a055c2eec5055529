import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, DamagedData, DataUnwritable, OperationError, systemClock } from '@agent-mem/contract';
import { dataFile } from '@agent-mem/runtime/data-directory';
import { makeOwnersFolder } from '@agent-mem/runtime/owners-mode';
import { Backups } from './backups.ts';
import { checksumFunction, checksumOf } from './checksum.ts';
import { type Disk, diskOf } from './commits/disk.ts';
import { GroupCommit } from './commits/group-commit.ts';
import { WriteAheadLog } from './commits/write-ahead-log.ts';
import { DirectoryInUse } from './directory-lock.ts';
import type { EmbeddedFile } from './embedded-file.ts';
import { FileHealth, type FileReport } from './file-health.ts';
import { troubleOf } from './file-trouble.ts';
import { identityOf } from './identity.ts';
import { Integrity } from './integrity.ts';
import {
  checkIdentity,
  checkKnownData,
  checkOwnData,
  forgetKnownData,
  readKnownData,
  setDataAside,
  writeKnownData,
} from './known-data.ts';
import { LogCleaner } from './leftovers/log-cleaner.ts';
import { PageCleaner } from './leftovers/page-cleaner.ts';
import { copyBeforeRewrite, removeCopies } from './leftovers/rewrite-copy.ts';
import { vacuumOnce } from './leftovers/vacuum-once.ts';
import { createMigrationsTable, migrateComponent } from './migrations.ts';
import { makeOwnersFile } from './owners-file.ts';
import { sentenceOfTrouble, sentenceOfUnopened } from './sentences.ts';
import { sqliteCodeOf, sqliteCodes } from './sqlite-error.ts';
import { StatementCache } from './statement-cache.ts';

/** How the file is opened. */
export interface EmbeddedFileOptions {
  /** Dates the migrations. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The variable that names the directory, for sentences about it. Default: none. */
  readonly variable?: string;
  /** Called once when something is wrong with the file, and once when it is over. Default: nobody. */
  readonly report?: (report: FileReport) => void;
  /** Goes on without the data file that the directory knew: what is there is set aside. Default false: `DataMissing` is thrown. */
  readonly newData?: boolean;
  /** Leaves data of an earlier version as it is: a component that would migrate throws `EarlierData`. Default false. */
  readonly keepsVersion?: boolean;
  /** Lets other connections have the file open too, and change it. Default false. */
  readonly isShared?: boolean;
  /** The disk under the data file of this path. Default: the machine's. */
  readonly diskOf?: (path: string) => Disk;
}

/** Opens `agent-mem.sqlite` in the directory, making both where they are missing. Hold the directory's lock before you call it. */
export async function openEmbeddedFile(directory: string, options: EmbeddedFileOptions = {}): Promise<EmbeddedFile> {
  const {
    clock = systemClock,
    variable = '',
    report = () => {},
    newData = false,
    isShared = false,
    keepsVersion = false,
  } = options;
  makeOwnersFolder(directory);
  const path = dataFile(directory);
  if (newData) renewData(directory, clock.now(), report);
  checkKnownData(directory);
  const { database, id } = openDatabase(directory, { now: clock.now(), newData, variable, isShared, keepsVersion });
  const note = (isDamaged: boolean) => writeKnownData(directory, { id, isDamaged });
  const known = readKnownData(directory);
  if (known?.id !== id) note(false);

  const disk = (options.diskOf ?? diskOf)(path);
  const log = new WriteAheadLog(database, path, disk);
  const statements = new StatementCache(database);
  const integrity = new Integrity(database, statements, path, () => health);
  const health = new FileHealth({
    path,
    variable,
    isSuspect: known?.id === id && known.isDamaged,
    report,
    damagedTable: () => integrity.damagedTable(),
    isDerived: (table) => integrity.isDerived(table),
    checkPages: () => integrity.checkPages(),
    tryToWrite: () => tryToWrite(commits),
    isDamaged: (row) => integrity.isDamaged(row),
    noted: note,
  });
  const commits = new GroupCommit(database, statements, log, {
    explain: (error) => health.explain(error),
    async committed() {
      // What was committed stands in the log, which the next start reads.
      if (log.isLong && !backups.isAny) await log.rewind();
    },
  });
  const backups = new Backups(database);
  let scrubbing: Promise<void> | null = null;
  const pages = new PageCleaner(database, disk);
  let closed = false;

  /** After this turn, so that what is asked for at once is done once. */
  async function scrubSoon(): Promise<void> {
    await nextTurn();
    scrubbing = null;
    health.requireWholePages();
    try {
      // Pages of a file that others have open too are theirs as well.
      if (isShared || !(await pages.clean(emptiedLog))) await commits.alone(writeAnew);
      removeCopies(path);
    } catch (cause) {
      const explained = health.explain(cause);
      if (explained instanceof OperationError && explained.type !== 'unavailable') throw explained;
      throw new OperationError('unavailable', `What was deleted from ${path} could not be overwritten`, { cause });
    }
  }

  async function writeAnew(): Promise<void> {
    database.exec('VACUUM');
    await log.empty();
  }

  /** Resolves when all that was committed stands in the file. */
  async function emptiedLog(): Promise<void> {
    checkOpen();
    while (!(await commits.alone(emptyLog))) await backups.settled();
  }

  /** False: a backup is being made. */
  async function emptyLog(): Promise<boolean> {
    if (backups.isAny) return false;
    await log.empty();
    return true;
  }

  const cleaner = new LogCleaner(async () => {
    // What was committed stands in the log, which the next start reads.
    if (!closed) await emptiedLog().catch((error) => health.explain(error));
  }, clock);

  function checkOpen(): void {
    if (closed) throw new OperationError('unavailable', `${path} is closed`);
  }

  async function beside<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      throw health.explain(error);
    }
  }

  return {
    path,
    migrate(component, migrations) {
      const beforeRewrite = () => copyBeforeRewrite(database, path, integrity, { now: clock.now(), report });
      try {
        log.settleNow();
        migrateComponent(database, component, migrations, { path, now: clock.now(), mayMigrate: !keepsVersion, beforeRewrite });
      } catch (error) {
        throw health.explain(error);
      }
    },
    protect: (...protectedBy) => integrity.protect(protectedBy),
    derived(tables, migrations) {
      const repair = integrity.derive(tables, migrations);
      return () =>
        commits.alone(async () => {
          const isMadeAnew = await repair();
          if (isMadeAnew) await log.empty();
          return isMadeAnew;
        });
    },
    read(run) {
      checkOpen();
      cleaner.used();
      if (commits.running) throw new Error('A read inside a write would see what is not committed: use the transaction');
      try {
        return run(statements);
      } catch (error) {
        throw health.explain(error);
      }
    },
    write(run) {
      cleaner.written();
      return commits.write(run);
    },
    writeDerived(run) {
      cleaner.written();
      return commits.write(run, true);
    },
    flushed: () => beside(() => commits.alone(() => log.flushed())),
    writable: () => health.writable(),
    beside,
    async check() {
      checkOpen();
      await health.check();
    },
    damage() {
      checkOpen();
      return integrity.damage();
    },
    scrub() {
      if (closed) return Promise.reject(new OperationError('unavailable', `${path} is closed`));
      scrubbing ??= scrubSoon();
      return scrubbing;
    },
    async backup(target) {
      checkOpen();
      // Between two commits, so that none of them empties the log under it.
      const begun = await commits.alone(async () => backups.begin(target));
      await beside(() => begun.copied);
    },
    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      cleaner[Symbol.dispose]();
      await commits.close();
      await backups.settled();
      statements.clear();
      try {
        log.close();
      } catch (error) {
        // What was committed stands in the log, which the next start reads.
        health.explain(error);
      }
    },
  };
}

/** Opens the database with SQLite's lock on it, which ends with the process, and reads whose data it is. */
function openDatabase(
  directory: string,
  {
    now,
    newData,
    variable,
    isShared,
    keepsVersion,
  }: { readonly now: number } & Required<Pick<EmbeddedFileOptions, 'newData' | 'variable' | 'isShared' | 'keepsVersion'>>,
): { database: DatabaseSync; id: string } {
  const path = dataFile(directory);
  let database: DatabaseSync | null = null;
  try {
    makeOwnersFile(path);
    database = new DatabaseSync(path, { timeout: 250 });
    // The lock comes before the first access, else SQLite shares its log with other processes.
    if (!isShared) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    checkOwnData(database, directory);
    // The page size counts only before the first table exists; WAL would freeze it, so it comes first.
    database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    // What is deleted is overwritten: a command stands in the file until it is handled, with whatever its sender wrote.
    database.exec('PRAGMA secure_delete = ON');
    database.function(checksumFunction, { deterministic: true, varargs: true }, (...values) => checksumOf(values));
    createMigrationsTable(database);
    const id = identityOf(database, now);
    if (!newData) checkIdentity(directory, id);
    if (!keepsVersion) vacuumOnce(database, now);
    return { database, id };
  } catch (error) {
    database?.close();
    if (sqliteCodeOf(error) === sqliteCodes.busy) throw new DirectoryInUse(directory, null);
    throw explainOpening(error, directory, variable);
  }
}

/** Why a folder's data cannot be opened, as a sentence; an error that says nothing about its disk stays what it is. */
export function explainOpening(error: unknown, directory: string, variable: string): unknown {
  const path = dataFile(directory);
  const trouble = error instanceof OperationError ? null : troubleOf(error, path);
  if (trouble === null) return error;
  if (trouble === 'pages') return new DamagedData(sentenceOfUnopened(path, (error as Error).message), { cause: error });
  return new DataUnwritable(sentenceOfTrouble(trouble, path, variable), { cause: error });
}

/** Enough to need new pages. In two commits: pages that one commit takes and gives back are not written. */
async function tryToWrite(commits: GroupCommit): Promise<void> {
  await commits.write(({ statement }) => {
    statement('CREATE TABLE IF NOT EXISTS write_trial (bytes BLOB NOT NULL) STRICT').run();
    statement('INSERT INTO write_trial (bytes) VALUES (zeroblob(262144))').run();
  });
  await commits.write(({ statement }) => statement('DELETE FROM write_trial').run());
}

/** With `newData`: what cannot be the folder's data is set aside; a data file of another folder is taken as it is. */
function renewData(directory: string, now: number, report: (report: FileReport) => void): void {
  try {
    checkKnownData(directory);
  } catch {
    const aside = setDataAside(directory, now);
    if (aside.length > 0) report({ isOver: true, sentence: `What was in ${directory} is now ${aside.join(' and ')}` });
    forgetKnownData(directory);
  }
}

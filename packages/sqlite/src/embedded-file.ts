import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** What runs inside one transaction of the file. It must not wait for anything. */
export interface Transaction {
  /** A prepared statement, kept for the next time the same SQL comes. */
  statement(sql: string): StatementSync;
  /** Called after the commit is durable, before `write` resolves. */
  afterCommit(run: () => void): void;
}

/** One step of a component's schema: SQL, run once, in order. */
export type Migration = string;

/**
 * The database file of one data directory: WAL, synchronous=FULL, opened by one process.
 * Writes that wait at the same moment share one commit, each inside its own savepoint: one that throws undoes itself alone.
 */
export interface EmbeddedFile extends AsyncDisposable {
  readonly path: string;
  /** Brings a component's tables to its newest version. A file that is newer than the program is refused with a sentence. */
  migrate(component: string, migrations: readonly Migration[]): void;
  /** Reads committed data, at once. */
  read<Result>(run: (transaction: Pick<Transaction, 'statement'>) => Result): Result;
  /** Resolves with the result when the commit is on disk. Rejects with what `run` threw, nothing written. */
  write<Result>(run: (transaction: Transaction) => Result): Promise<Result>;
  /**
   * Writes the file anew without what was deleted: what SQLite deletes stays in its free pages, and what it moves leaves copies behind.
   * Resolves when neither the file nor its log has bytes of it. Blocks the process, for about a second for 250 MB; calls at once share one.
   */
  scrub(): Promise<void>;
  /** A consistent copy while the file is in use. */
  backup(path: string): Promise<void>;
}

export type { DatabaseSync };

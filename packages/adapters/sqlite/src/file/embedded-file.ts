import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChecksummedTable } from './checksum.ts';

/** What runs inside one transaction of the file. It must not wait for anything. */
export interface Transaction {
  /** A prepared statement, cached for the next time the same SQL comes. */
  statement(sql: string): StatementSync;
  /** Called in the turn of the commit: for what stands in memory of the same rows, so that nobody sees the one without the other. */
  withCommit(run: () => void): void;
  /** Called when the commit is durable, before `write` resolves. */
  afterCommit(run: () => void): void;
}

/** One step of a component's schema, run once, in order: SQL, or SQL that writes stored rows anew, before which the file is checked and copied. */
export type Migration = string | { readonly rewrites: string };

/** Something damaged in a data file. */
export interface Damage {
  /** `page-damaged`: SQLite cannot read pages. `record-damaged`: a row or content is not what was written. */
  readonly problem: 'page-damaged' | 'record-damaged';
  readonly file: string;
  /** `null`: of the file as a whole. */
  readonly table: string | null;
  /** Of the record; `null` for pages. */
  readonly id: string | null;
  /** Whose record it is, as `workspace/user/collection`; `null`: nobody's, or not readable. */
  readonly owner: string | null;
  /** What is wrong, and what helps. */
  readonly text: string;
}

/** Content that is verified by something else than a row's checksum. Yields the ids of what is damaged. */
export interface VerifiedContent {
  readonly table: string;
  damaged(): AsyncIterable<string>;
}

/**
 * The database file of one data directory, in WAL, opened by one process, which holds SQLite's lock on it.
 * Writes that wait at the same moment share one commit, each inside its own savepoint: one that throws undoes itself alone.
 * What the disk or damaged pages refuse is rejected as an `OperationError` whose message names the file and what helps.
 */
export interface EmbeddedFile extends AsyncDisposable {
  readonly path: string;
  /** Brings a component's tables to its newest version. A file that is newer than the program is refused with a sentence. */
  migrate(component: string, migrations: readonly Migration[]): void;
  /** Names what carries checksums, so that `damage` verifies it. Reads verify it by `verifyRow`. */
  protect(...protectedBy: readonly (ChecksummedTable | VerifiedContent)[]): void;
  /**
   * Names tables that can be made anew from others. Answers a function that does so where their pages are damaged: they are empty then,
   * and it resolves with true.
   */
  derived(tables: readonly string[], migrations: readonly Migration[]): () => Promise<boolean>;
  /** Reads committed data, at once: also of a commit that the disk is about to have. */
  read<Result>(run: (transaction: Pick<Transaction, 'statement'>) => Result): Result;
  /** Resolves with the result when the commit is on disk. Rejects with what `run` threw, nothing written. */
  write<Result>(run: (transaction: Transaction) => Result): Promise<Result>;
  /** The same for what can be made or done again from what was written before: it resolves before the commit is on disk. A loss of power may take it; what `write` has resolved later is on disk together with it. */
  writeDerived<Result>(run: (transaction: Transaction) => Result): Promise<Result>;
  /** Resolves when the disk has every commit that can be read now: for effects outside the file. */
  flushed(): Promise<void>;
  /** `null` while the file takes writes. Else tries one: resolves if room or rights have come back, rejects with what is wrong. */
  writable(): Promise<void> | null;
  /** Does something with files that stand beside the data file; what the disk refuses is rejected as by `write`. */
  beside<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Rejects while the file cannot be used as it should: it is full, read-only, damaged or gone. */
  check(): Promise<void>;
  /** Verifies all pages, rows and content, and yields what is damaged. Blocks the process while SQLite checks a table. */
  damage(): AsyncIterable<Damage>;
  /**
   * Overwrites what was deleted, wherever SQLite has left bytes of it: what it moves to another page leaves a copy behind. Resolves when neither the
   * file nor its log has any. It works in many turns of the event loop, and calls at once share one. The file stays as large: what is free is used again.
   */
  scrub(): Promise<void>;
  /** A consistent copy while the file is in use. */
  backup(path: string): Promise<void>;
}

export type { DatabaseSync };

import type { DatabaseSync } from 'node:sqlite';
import { OperationError } from '@agent-mem/contract';
import { CommitPace } from './commit-pace.ts';
import type { Transaction } from './embedded-file.ts';
import type { StatementCache } from './statement-cache.ts';

interface PendingWrite {
  /** Can be made or done again: its commit need not wait for the disk. */
  readonly isDerived: boolean;
  readonly run: (transaction: Transaction) => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes in one commit at most. More would keep the event loop from everything else for too long. */
const maxBatch = 256;

/** Gathers the writes of one turn of the event loop into one commit, or of several where each brings one: one fsync for all of them. */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #statements: StatementCache;
  readonly #pace = new CommitPace();
  #queue: PendingWrite[] = [];
  #scheduled = false;
  /** As the file was opened. */
  #isDiskAwaited = true;
  #running = false;
  #closed = false;

  readonly #explain: (error: unknown) => unknown;

  /** `explain` makes a sentence of what the file or its disk refuses. */
  constructor(database: DatabaseSync, statements: StatementCache, explain: (error: unknown) => unknown) {
    this.#database = database;
    this.#statements = statements;
    this.#explain = explain;
  }

  /** A write's function is running now. */
  get running(): boolean {
    return this.#running;
  }

  write<Result>(run: (transaction: Transaction) => Result, isDerived = false): Promise<Result> {
    if (this.#closed) return Promise.reject(new OperationError('unavailable', 'The data file is closed'));
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ isDerived, run, resolve: resolve as (result: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Commits what waits; later writes are refused. */
  close(): void {
    this.#closed = true;
    while (this.#queue.length > 0) this.#commit();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After this turn's callbacks, so that everything they write is in one batch.
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#pace.waits(this.#queue.length)) this.#commit();
      if (this.#queue.length > 0) this.#schedule();
    });
  }

  #commit(): void {
    const batch = this.#queue.splice(0, maxBatch);
    if (batch.length === 0) return;
    const settle: (() => void)[] = [];
    const afterCommit: (() => void)[] = [];
    this.#running = true;
    try {
      this.#waitForDisk(!batch.every(({ isDerived }) => isDerived));
      this.#step('BEGIN IMMEDIATE');
      for (const pending of batch) settle.push(this.#runOne(pending, afterCommit));
      this.#step('COMMIT');
      this.#waitForDisk(true);
    } catch (cause) {
      const error = this.#refusal(cause);
      this.#rollBack();
      for (const pending of batch) pending.reject(error);
      return;
    } finally {
      this.#running = false;
    }
    for (const run of afterCommit) callAfterCommit(run);
    for (const run of settle) run();
  }

  /** Runs one write inside its savepoint; answers what to do with its promise once the batch is durable. */
  #runOne(pending: PendingWrite, afterCommit: (() => void)[]): () => void {
    const own: (() => void)[] = [];
    this.#step('SAVEPOINT one');
    try {
      const result = pending.run({
        statement: (sql) => this.#statements.statement(sql),
        afterCommit: (run) => own.push(run),
      });
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new TypeError('A write must not wait: its function answered a promise');
      }
      this.#step('RELEASE one');
      afterCommit.push(...own);
      return () => pending.resolve(result);
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction, and with it what the others of the batch wrote.
      if (!this.#database.isTransaction) throw error;
      this.#step('ROLLBACK TO one');
      this.#step('RELEASE one');
      const explained = this.#explain(error);
      return () => pending.reject(explained);
    }
  }

  #refusal(cause: unknown): OperationError {
    const explained = this.#explain(cause);
    if (explained instanceof OperationError) return explained;
    return new OperationError('unavailable', 'The data file could not be written; nothing of this was kept', { cause });
  }

  /** A disk that fails may refuse this too; the next transaction then begins by itself. */
  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#step('ROLLBACK');
      this.#waitForDisk(true);
    } catch (error) {
      this.#explain(error);
    }
  }

  /** Between two transactions. A log whose later part is lost is read up to there, so what stands in it is never without what came before it. */
  #waitForDisk(isAwaited: boolean): void {
    if (isAwaited === this.#isDiskAwaited) return;
    // It takes effect when SQL is compiled, so a prepared statement would do nothing.
    this.#database.exec(`PRAGMA synchronous = ${isAwaited ? 'FULL' : 'NORMAL'}`);
    this.#isDiskAwaited = isAwaited;
  }

  #step(sql: string): void {
    this.#statements.statement(sql).run();
  }
}

/** What was committed stays so, whatever a listener does: its error is reported and the others are called. */
function callAfterCommit(run: () => void): void {
  try {
    run();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import type { Transaction } from '../embedded-file.ts';
import type { StatementCache } from '../statement-cache.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

interface PendingWrite {
  /** Can be made or done again: its commit need not wait for the disk. */
  readonly isDerived: boolean;
  readonly run: (transaction: Transaction) => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What is called once a commit is made: at once, and when the disk has it. */
interface Afterwards {
  readonly withCommit: (() => void)[];
  readonly afterCommit: (() => void)[];
}

/** Writes in one commit at most. More would keep the event loop from everything else for too long. */
const maxBatch = 256;

/** Gathers writes into commits, one after the other: what comes while the disk takes one shares the next. */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #statements: StatementCache;
  readonly #log: WriteAheadLog;
  #queue: PendingWrite[] = [];
  #scheduled = false;
  #running = false;
  #closed = false;
  #last: Promise<void> = Promise.resolve();

  readonly #explain: (error: unknown) => unknown;
  readonly #committed: () => Promise<void>;

  /** `explain` makes a sentence of what the file or its disk refuses; `committed` is called after each commit, and the next waits for it. */
  constructor(
    database: DatabaseSync,
    statements: StatementCache,
    log: WriteAheadLog,
    { explain, committed }: { explain(error: unknown): unknown; committed(): Promise<void> },
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#log = log;
    this.#explain = explain;
    this.#committed = committed;
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

  /** Does something between two commits; those that come meanwhile wait. */
  alone<Result>(run: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(run);
    this.#last = done.then(nothing, nothing);
    return done;
  }

  /** Commits what waits; later writes are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#queue.length > 0) await this.alone(() => this.#commit());
    await this.#last;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    void this.alone(async () => {
      await this.#commit();
      this.#scheduled = false;
      if (this.#queue.length > 0) this.#schedule();
      // Nobody's write fails by it.
      await this.#committed().catch(this.#explain);
    });
  }

  async #commit(): Promise<void> {
    // After this turn's callbacks, so that everything they write is in one batch.
    await nextTurn();
    const batch = this.#queue.splice(0, maxBatch);
    if (batch.length === 0) return;
    const afterwards: Afterwards = { withCommit: [], afterCommit: [] };
    try {
      this.#writeBatch(batch, afterwards);
    } catch (cause) {
      this.#refuse(batch, cause, 'The data file could not be written; nothing of this is stored');
      return;
    }
    for (const run of afterwards.withCommit) callAfterwards(run);
    try {
      if (!batch.every(({ isDerived }) => isDerived)) await this.#log.flushed();
    } catch (cause) {
      this.#refuse(batch, cause, 'The disk has not confirmed a commit, so it may be lost; ask again');
      return;
    }
    for (const run of afterwards.afterCommit) callAfterwards(run);
  }

  #writeBatch(batch: readonly PendingWrite[], afterwards: Afterwards): void {
    this.#running = true;
    try {
      this.#log.requireSound();
      this.#step('BEGIN IMMEDIATE');
      for (const pending of batch) {
        const settle = this.#runOne(pending, afterwards);
        (pending.isDerived ? afterwards.withCommit : afterwards.afterCommit).push(settle);
      }
      this.#step('COMMIT');
    } catch (cause) {
      this.#rollBack();
      throw cause;
    } finally {
      this.#running = false;
    }
  }

  /** Runs one write inside its savepoint; answers what to do with its promise: of a derived one once the batch is committed, else once it is durable. */
  #runOne(pending: PendingWrite, afterwards: Afterwards): () => void {
    const own: Afterwards = { withCommit: [], afterCommit: [] };
    this.#step('SAVEPOINT one');
    try {
      const result = pending.run({
        statement: (sql) => this.#statements.statement(sql),
        withCommit: (run) => own.withCommit.push(run),
        afterCommit: (run) => own.afterCommit.push(run),
      });
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new TypeError('A write must not wait: its function answered a promise');
      }
      this.#step('RELEASE one');
      afterwards.withCommit.push(...own.withCommit);
      afterwards.afterCommit.push(...own.afterCommit);
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

  #refuse(batch: readonly PendingWrite[], cause: unknown, sentence: string): void {
    const explained = this.#explain(cause);
    const error = explained instanceof OperationError ? explained : new OperationError('unavailable', sentence, { cause });
    for (const pending of batch) pending.reject(error);
  }

  /** A disk that fails may refuse this too; the next transaction then begins by itself. */
  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#step('ROLLBACK');
    } catch (error) {
      this.#explain(error);
    }
  }

  #step(sql: string): void {
    this.#statements.statement(sql).run();
  }
}

/** What was committed stays so, whatever a listener does: its error is reported and the others are called. */
function callAfterwards(run: () => void): void {
  try {
    run();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

function nothing(): void {}

import type { DatabaseSync, StatementSync } from 'node:sqlite';

const maxStatements = 512;

/** Prepared statements by their SQL; the least recently used one goes when there are too many, so that SQL made from parts cannot fill memory. */
export class StatementCache {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** The SQL that was asked for last. An error of SQLite does not say which statement it came from. */
  last = '';

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Bound, so that it can be taken apart from its cache. */
  readonly statement = (sql: string): StatementSync => {
    this.last = sql;
    const known = this.#statements.get(sql);
    if (known) {
      if (this.#statements.size === maxStatements) this.#used(sql, known);
      return known;
    }
    const prepared = this.#database.prepare(sql);
    this.#statements.set(sql, prepared);
    if (this.#statements.size > maxStatements) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    return prepared;
  };

  /** A Map keeps the order of insertion: putting it in again makes it the most recently used. */
  #used(sql: string, statement: StatementSync): void {
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
  }

  clear(): void {
    this.#statements.clear();
  }
}

import { BoundedMap, type Scope, scopeOf } from '@agent-mem/contract';
import type { EmbeddedFile, Row, Transaction } from './file/index.ts';

type Statements = Pick<Transaction, 'statement'>;

/** Scopes that are remembered, some 100 bytes each. */
const mostRemembered = 10_000;

/** A whole number for each scope, so that every key of every table starts with a few bytes. The stores of one file share them. */
export class ScopeIds {
  readonly #file: EmbeddedFile;
  /** Of committed rows alone, which stay: a transaction that is undone takes back the number that it gave. */
  readonly #committed = new BoundedMap<string, number>(mostRemembered);
  /** Scopes that had no number when they were looked for. Most users have no settings, which each of their requests looks for. */
  readonly #missing = new BoundedMap<string, true>(mostRemembered);

  private constructor(file: EmbeddedFile) {
    file.migrate('storage-scopes', migrations);
    this.#file = file;
  }

  /** The numbers of a file, the same for each of its stores. */
  static of(file: EmbeddedFile): ScopeIds {
    const known = idsOf.get(file) ?? new ScopeIds(file);
    idsOf.set(file, known);
    return known;
  }

  /** The scope's number, or `null` if nothing was ever written in it. */
  find(scope: Scope): number | null {
    const key = keyOf(scope);
    const known = this.#committed.get(key);
    if (known !== undefined) return known;
    if (this.#missing.has(key)) return null;
    const id = this.#file.read((reader) => select(reader, scope));
    if (id === null) this.#missing.set(key, true);
    else this.#committed.set(key, id);
    return id;
  }

  /** The same inside a transaction, which may have given the number itself. */
  findWithin(transaction: Statements, scope: Scope): number | null {
    return this.#committed.get(keyOf(scope)) ?? select(transaction, scope);
  }

  /** The scope's number, given now if it has none. */
  ensure(transaction: Transaction, scope: Scope): number {
    const known = this.findWithin(transaction, scope);
    if (known !== null) return known;
    this.#missing.delete(keyOf(scope));
    const { workspace, user, collection } = scope;
    const { lastInsertRowid } = transaction
      .statement('INSERT INTO scopes (workspace, user, collection) VALUES (?, ?, ?)')
      .run(workspace, user, collection);
    return Number(lastInsertRowid);
  }
}

const idsOf = new WeakMap<EmbeddedFile, ScopeIds>();

const migrations = [
  `CREATE TABLE scopes (
     scope INTEGER PRIMARY KEY,
     workspace TEXT NOT NULL,
     user TEXT NOT NULL,
     collection TEXT NOT NULL,
     UNIQUE (workspace, user, collection)
   ) STRICT`,
];

/** No name has a line break. */
function keyOf({ workspace, user, collection }: Scope): string {
  return `${workspace}\n${user}\n${collection}`;
}

function select({ statement }: Statements, { workspace, user, collection }: Scope): number | null {
  const sql = 'SELECT scope FROM scopes WHERE workspace = ? AND user = ? AND collection = ?';
  const row = statement(sql).get(workspace, user, collection);
  return row ? Number(row.scope) : null;
}

/** The scope of a row that was joined with `scopes`. */
export function scopeOfRow(row: Row): Scope {
  return scopeOf({ workspace: String(row.workspace), user: String(row.user), collection: String(row.collection) });
}

/** Every scope in which these rows are, once, a page at a time. `rows`: a query of the rows that are of a row `s` of `scopes`. */
export async function* scopesWith(file: EmbeddedFile, rows: string): AsyncIterable<Scope> {
  const page = `SELECT s.* FROM scopes AS s WHERE s.scope > ? AND EXISTS (${rows}) ORDER BY s.scope LIMIT 100`;
  for (let after = 0; ; ) {
    const found = file.read(({ statement }) => statement(page).all(after));
    for (const row of found) yield scopeOfRow(row);
    const last = found.at(-1);
    if (!last) return;
    after = Number(last.scope);
  }
}

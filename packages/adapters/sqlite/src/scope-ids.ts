import { type Scope, scopeOf } from '@agent-mem/contract';
import type { EmbeddedFile, Transaction } from './file/index.ts';

type Statements = Pick<Transaction, 'statement'>;

/** A whole number for each scope, so that every key of every table starts with a few bytes. The stores of one file share them. */
export function migrateScopes(file: EmbeddedFile): void {
  file.migrate('storage-scopes', [
    `CREATE TABLE scopes (
       scope INTEGER PRIMARY KEY,
       workspace TEXT NOT NULL,
       user TEXT NOT NULL,
       collection TEXT NOT NULL,
       UNIQUE (workspace, user, collection)
     ) STRICT`,
  ]);
}

/** The scope's number, or `null` if nothing was ever written in it. */
export function findScope({ statement }: Statements, { workspace, user, collection }: Scope): number | null {
  const row = statement('SELECT scope FROM scopes WHERE workspace = ? AND user = ? AND collection = ?').get(
    workspace,
    user,
    collection,
  );
  return row ? Number(row.scope) : null;
}

/** The scope's number, given now if it has none. */
export function ensureScope(transaction: Transaction, scope: Scope): number {
  const known = findScope(transaction, scope);
  if (known !== null) return known;
  const { workspace, user, collection } = scope;
  const { lastInsertRowid } = transaction
    .statement('INSERT INTO scopes (workspace, user, collection) VALUES (?, ?, ?)')
    .run(workspace, user, collection);
  return Number(lastInsertRowid);
}

/** The scope of a row that was joined with `scopes`. */
export function scopeOfRow(row: Readonly<Record<string, unknown>>): Scope {
  return scopeOf({ workspace: String(row.workspace), user: String(row.user), collection: String(row.collection) });
}

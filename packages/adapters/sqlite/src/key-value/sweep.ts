import type { Transaction } from '../file/index.ts';

/** Expired rows of each table that one write removes on its way: more than a write adds, so they do not pile up. */
const sweptPerWrite = 4;
/** Entries of expired lists that it removes: a list may have any number, and the callers of the write wait for it. */
const itemsPerWrite = 100;

const expired = (table: string) => `SELECT rowid FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ${sweptPerWrite}`;

/** Deletes some of what has run out. Answers how many rows. */
export function sweep(transaction: Transaction, now: number): number {
  const remove = (from: string) => Number(transaction.statement(`DELETE FROM ${from}`).run(now).changes);
  const items = remove(
    `kv_items WHERE rowid IN (SELECT rowid FROM kv_items WHERE list IN (${expired('kv_lists')}) LIMIT ${itemsPerWrite})`,
  );
  // A list goes once all of its entries have gone: what references it goes with it, in this transaction.
  const tables = ['kv_values', 'kv_leases', ...(items < itemsPerWrite ? ['kv_lists'] : [])];
  return tables.reduce((swept, table) => swept + remove(`${table} WHERE rowid IN (${expired(table)})`), items);
}

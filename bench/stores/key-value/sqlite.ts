import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@agent-mem/contract';
import { openSqliteKeyValue } from '@agent-mem/sqlite';
import { checksummed, committed, openEmbedded, scopeNumber } from '../embedded.ts';
import type { BareKeyValue, OpenedKeyValue } from './bare.ts';

/** The KeyValue in an embedded file of its own, beside bare statements. */
export async function embeddedKeyValue(): Promise<OpenedKeyValue> {
  const embedded = await openEmbedded();
  const keyValue = openSqliteKeyValue(embedded.file, { clock: systemClock });
  const bare = bareKeyValue(embedded.database);
  const { bytes } = embedded;
  return { store: 'SQLite', keyValue, bare, bytes, [Symbol.asyncDispose]: () => embedded[Symbol.asyncDispose]() };
}

function bareKeyValue(database: DatabaseSync): BareKeyValue {
  const get = database.prepare('SELECT value, version FROM kv_values WHERE scope = ? AND key = ?');
  const set = database.prepare('INSERT OR REPLACE INTO kv_values VALUES (?, ?, ?, ?, ?, ?)');
  const add = database.prepare('INSERT OR IGNORE INTO kv_values VALUES (?, ?, ?, ?, ?, ?)');
  const list = database.prepare(`INSERT INTO kv_lists (scope, key, length) VALUES (?, ?, 1)
    ON CONFLICT (scope, key) DO UPDATE SET length = length + 1 RETURNING list, length`);
  const item = database.prepare('INSERT INTO kv_items VALUES (?, ?, ?, ?)');
  const lease = database.prepare(`INSERT INTO kv_leases VALUES (?, ?, ?, 1, ?)
    ON CONFLICT (scope, key) DO UPDATE SET expires_at = excluded.expires_at WHERE holder = excluded.holder RETURNING token`);
  return {
    get: async (key) => get.get(scopeNumber, key),
    set: async (key, value) => set.run(...checksummed(scopeNumber, key, value, 1, null)),
    add: async (key, value) => add.run(...checksummed(scopeNumber, key, value, 1, null)),
    async append(key, value) {
      committed(database, () => {
        const row = list.get(scopeNumber, key);
        item.run(...checksummed(Number(row?.list), Number(row?.length) - 1, value));
      });
    },
    acquire: async (key, holder, ttlMs) => lease.get(scopeNumber, key, holder, Date.now() + ttlMs),
  };
}

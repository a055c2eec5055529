import { type Clock, OperationError } from '@agent-mem/contract';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';
import {
  addChecksum,
  type ChecksummedTable,
  checksumOf,
  type EmbeddedFile,
  type Migration,
  type Transaction,
  verifyRow,
} from '../file/index.ts';
import { ScopeIds, scopeOfRow } from '../scope-ids.ts';
import { purgeEntries } from './purge.ts';
import { sweep } from './sweep.ts';

type Statements = Pick<Transaction, 'statement'>;

const sweepEveryMs = 1_000;

const valuesTable: ChecksummedTable = {
  name: 'kv_values',
  columns: ['scope', 'key', 'value', 'version', 'expires_at'],
  key: ['scope', 'key'],
  isScoped: true,
  id: (row) => `key ${row.key}`,
};

const itemsTable: ChecksummedTable = {
  name: 'kv_items',
  columns: ['list', 'position', 'value'],
  key: ['list', 'position'],
  isScoped: false,
  id: (row) => `entry ${row.position} of list ${row.list}`,
};

const migrations: readonly Migration[] = [
  `CREATE TABLE kv_values (
     scope INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, version INTEGER NOT NULL, expires_at INTEGER,
     PRIMARY KEY (scope, key)
   ) STRICT;
   CREATE INDEX kv_values_by_key ON kv_values (key, scope);
   CREATE INDEX kv_values_expiring ON kv_values (expires_at) WHERE expires_at IS NOT NULL;

   CREATE TABLE kv_lists (
     list INTEGER PRIMARY KEY, scope INTEGER NOT NULL, key TEXT NOT NULL, length INTEGER NOT NULL, expires_at INTEGER,
     UNIQUE (scope, key)
   ) STRICT;
   CREATE INDEX kv_lists_expiring ON kv_lists (expires_at) WHERE expires_at IS NOT NULL;
   CREATE TABLE kv_items (
     list INTEGER NOT NULL REFERENCES kv_lists ON DELETE CASCADE, position INTEGER NOT NULL, value TEXT NOT NULL,
     PRIMARY KEY (list, position)
   ) STRICT;

   CREATE TABLE kv_leases (
     scope INTEGER NOT NULL, key TEXT NOT NULL, holder TEXT NOT NULL, token INTEGER NOT NULL, expires_at INTEGER NOT NULL,
     PRIMARY KEY (scope, key)
   ) STRICT;
   CREATE INDEX kv_leases_expiring ON kv_leases (expires_at);

   CREATE TABLE kv_sequence (last INTEGER NOT NULL) STRICT;
   INSERT INTO kv_sequence VALUES (0);`,
  { rewrites: [valuesTable, itemsTable].map(addChecksum).join('\n') },
];

/** The KeyValue in the embedded file. Time is the clock's. Leases end with the process: it owned the file, so their holders are gone. */
export function openSqliteKeyValue(file: EmbeddedFile, { clock }: { readonly clock: Clock }): KeyValue & KeyValueMaintenance {
  const ids = ScopeIds.of(file);
  file.migrate('storage-key-value', migrations);
  file.protect(valuesTable, itemsTable);
  // Before any other write, since they keep their order. Should it fail, the leases run out by themselves.
  file.write(({ statement }) => statement('DELETE FROM kv_leases').run()).catch(() => {});
  // The column takes whole milliseconds.
  const expiry = (ttlMs: number | undefined) => (ttlMs === undefined ? null : Math.ceil(clock.now() + ttlMs));

  /** Reads in a scope; a scope that nobody wrote in answers `empty`. */
  function read<Result>(
    scope: Parameters<KeyValue['get']>[0],
    empty: Result,
    run: (reader: Statements, scope: number) => Result,
  ) {
    const id = ids.find(scope);
    return id === null ? empty : file.read((reader) => run(reader, id));
  }
  // What has run out is invisible at once, so its row may wait: a write looks for such rows only while there are some, and each second.
  let nextSweep = 0;
  function sweepInTime(transaction: Transaction): void {
    const now = clock.now();
    if (now < nextSweep) return;
    nextSweep = sweep(transaction, now) > 0 ? now : now + sweepEveryMs;
  }
  function write<Result>(
    scope: Parameters<KeyValue['get']>[0],
    run: (transaction: Transaction, scope: number) => Result,
    isDerived = false,
  ) {
    const commit = isDerived ? file.writeDerived : file.write;
    return commit((transaction) => {
      sweepInTime(transaction);
      return run(transaction, ids.ensure(transaction, scope));
    });
  }

  function liveValue({ statement }: Statements, scope: number, key: string) {
    const sql = 'SELECT * FROM kv_values WHERE scope = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)';
    const row = statement(sql).get(scope, key, clock.now());
    if (row) verifyRow(valuesTable, row);
    return row ? { value: String(row.value), version: Number(row.version) } : null;
  }
  function writeValue(transaction: Transaction, scope: number, key: string, value: string, ttlMs: number | undefined): number {
    const version = nextNumber(transaction);
    const values = [scope, key, value, version, expiry(ttlMs)];
    transaction
      .statement('INSERT OR REPLACE INTO kv_values (scope, key, value, version, expires_at, checksum) VALUES (?, ?, ?, ?, ?, ?)')
      .run(...values, checksumOf(values));
    return version;
  }
  function liveList({ statement }: Statements, scope: number, key: string) {
    const sql = 'SELECT list, length FROM kv_lists WHERE scope = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)';
    const row = statement(sql).get(scope, key, clock.now());
    return row ? { list: Number(row.list), length: Number(row.length) } : null;
  }
  function createList({ statement }: Transaction, scope: number, key: string) {
    statement('DELETE FROM kv_lists WHERE scope = ? AND key = ?').run(scope, key);
    const { lastInsertRowid } = statement('INSERT INTO kv_lists (scope, key, length) VALUES (?, ?, 0)').run(scope, key);
    return { list: Number(lastInsertRowid), length: 0 };
  }

  return {
    get: async (scope, key) => read(scope, null, (reader, id) => liveValue(reader, id, key)),
    async set(scope, key, value, options = {}) {
      await write(scope, (transaction, id) => writeValue(transaction, id, key, value, options.ttlMs));
    },
    compareAndSet(scope, key, expectedVersion, value, { ttlMs, isDerived } = {}) {
      const compareAndWrite = (transaction: Transaction, id: number) => {
        if ((liveValue(transaction, id, key)?.version ?? 0) !== expectedVersion) return null;
        return writeValue(transaction, id, key, value, ttlMs);
      };
      return write(scope, compareAndWrite, isDerived);
    },
    delete: (scope, key) =>
      write(scope, ({ statement }, id) => {
        statement('DELETE FROM kv_values WHERE scope = ? AND key = ?').run(id, key);
        statement('DELETE FROM kv_lists WHERE scope = ? AND key = ?').run(id, key);
      }),
    append: (scope, key, values, options = {}) =>
      write(scope, (transaction, id) => {
        const known = liveList(transaction, id, key);
        const length = known?.length ?? 0;
        const { position = length } = options;
        if (position > length) {
          throw new OperationError('out-of-range', `position: the list has ${length} entries, got ${position}`);
        }
        const added = values.slice(length - position);
        if (!known && added.length === 0) return 0;
        const { list } = known ?? createList(transaction, id, key);
        const insert = transaction.statement('INSERT INTO kv_items (list, position, value, checksum) VALUES (?, ?, ?, ?)');
        for (const [i, value] of added.entries()) {
          insert.run(list, length + i, value, checksumOf([list, length + i, value]));
        }
        transaction.statement('UPDATE kv_lists SET length = ? WHERE list = ?').run(length + added.length, list);
        if (options.ttlMs !== undefined) {
          transaction.statement('UPDATE kv_lists SET expires_at = ? WHERE list = ?').run(expiry(options.ttlMs), list);
        }
        return length + added.length;
      }),
    list: async (scope, key) =>
      read(scope, [], (reader, id) => {
        const known = liveList(reader, id, key);
        if (!known) return [];
        const rows = reader.statement('SELECT * FROM kv_items WHERE list = ? ORDER BY position').all(known.list);
        return rows.map((row) => {
          verifyRow(itemsTable, row);
          return String(row.value);
        });
      }),
    acquire: (scope, key, holder, ttlMs) =>
      write(scope, (transaction, id) => {
        const held = transaction
          .statement('SELECT holder, token FROM kv_leases WHERE scope = ? AND key = ? AND expires_at > ?')
          .get(id, key, clock.now());
        if (held && held.holder !== holder) return null;
        const lease = { token: held ? Number(held.token) : nextNumber(transaction), expiresAt: clock.now() + ttlMs };
        transaction
          .statement('INSERT OR REPLACE INTO kv_leases (scope, key, holder, token, expires_at) VALUES (?, ?, ?, ?, ?)')
          .run(id, key, holder, lease.token, expiry(ttlMs));
        return lease;
      }),
    release: (scope, key, holder) =>
      write(scope, ({ statement }, id) => {
        statement('DELETE FROM kv_leases WHERE scope = ? AND key = ? AND holder = ?').run(id, key, holder);
      }),

    async *entries(prefix, only) {
      const scope = only ? ids.find(only) : 0;
      if (scope === null) return;
      // Page by page, so that a writer may come in between. The end is behind every text that starts with the prefix.
      const end = `${prefix}\u{10ffff}`;
      for (let after = { key: prefix, scope: 0 }; ; ) {
        const rows = file.read(({ statement }) => {
          const page = statement(entriesSql).all(after.key, after.scope, end, clock.now(), scope, scope);
          for (const row of page) verifyRow(valuesTable, row);
          return page;
        });
        for (const row of rows) yield { scope: scopeOfRow(row), key: String(row.key), value: String(row.value) };
        const last = rows.at(-1);
        if (!last) return;
        after = { key: String(last.key), scope: Number(last.scope) };
      }
    },
    async purge(scope, what) {
      const id = ids.find(scope);
      return id === null ? 0 : purgeEntries(file, id, what);
    },
    scrub: () => file.scrub(),
    check: () => file.check(),
  };
}

const entriesSql = `SELECT s.workspace, s.user, s.collection, v.*
  FROM kv_values AS v JOIN scopes AS s ON s.scope = v.scope
  WHERE (v.key, v.scope) > (?, ?) AND v.key < ? AND (v.expires_at IS NULL OR v.expires_at > ?)
    AND (? = 0 OR v.scope = ?)
  ORDER BY v.key, v.scope LIMIT 100`;

/** One counter for versions and tokens, so that neither comes again after a key was deleted or ran out. */
function nextNumber({ statement }: Transaction): number {
  return Number(statement('UPDATE kv_sequence SET last = last + 1 RETURNING last').get()?.last);
}

import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type Clock, OperationError, type Scope } from '@agent-mem/contract';
import { readAuthorities } from '@agent-mem/runtime';
import { type Details, type DetailsMaintenance, type StoredDetail, wordsOf } from '@agent-mem/storage';
import { addressOf } from '../address.ts';
import { Database } from '../connection.ts';
import { type ChunkSink, type ReceivedContent, receiveContent } from './incoming-content.ts';
import { detailOfRow, lockOf, metadataColumns, namedColumns, scopeHash, scopeOfRow } from './rows.ts';
import * as statements from './statements.ts';

/** How Details on PostgreSQL are opened. */
export interface PostgresDetailsOptions {
  /** `postgres://host:port/database?sslmode=verify-full`, the last for TLS. */
  readonly url: string;
  /** Instead of what the URL says; empty: what the URL says. */
  readonly user?: string;
  readonly password?: string;
  /** PEM file of the authorities to trust; empty: those of the machine. */
  readonly caFile?: string;
  /** How many connections at most. Default: 8. */
  readonly maxConnections?: number;
  /** How long an operation may take, with waiting for a connection; of content, each chunk. Default: 10,000. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  /** Spreads reconnects: from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/** Details that hold connections. */
export type PostgresDetails = Details & DetailsMaintenance & AsyncDisposable;

type Description = Omit<StoredDetail, 'hash' | 'sizeBytes'>;

/** Before every row, and behind every time that PostgreSQL knows. */
const beforeAll = { createdAt: '-infinity', number: '0' };
const afterAll = 'infinity';

/**
 * The Details in PostgreSQL's table `agent_memories`. Opens without a connection: the first operation makes it, and the tables where
 * they are missing. Throws `invalid-argument` for a malformed option.
 */
export function openPostgresDetails(options: PostgresDetailsOptions): PostgresDetails {
  const database = new Database(databaseOptions(options));

  /** A row that takes the chunks of large content while it comes in. */
  async function openSink(id: string, scope: Scope, memoryKey: string): Promise<ChunkSink> {
    const { workspace, user, collection } = scope;
    const values = [id, memoryKey, workspace, user, collection, scopeHash(scope)];
    await database.run('put', (client) => client.query(statements.insertIncoming, values));
    return {
      async write(index, bytes) {
        const { rowCount } = await database.run('put', (client) => client.query(statements.insertChunk, [id, index, bytes]));
        if (rowCount !== 1) throw erasedMeanwhile(memoryKey);
      },
    };
  }

  /** Runs a statement that removes some rows until it finds none: each run has the time limit for itself. Answers how many there were. */
  async function removeAll(what: string, sql: string, values: readonly unknown[]): Promise<number> {
    for (let removed = 0; ; ) {
      const { rowCount } = await database.run(what, (client) => client.query(sql, [...values]));
      if (!rowCount) return removed;
      removed += rowCount;
    }
  }

  return {
    async put(scope, description, content) {
      const { memoryKey } = description;
      const id = randomUUID();
      let isLarge = false;
      try {
        const received = await receiveContent(content, () => {
          isLarge = true;
          return openSink(id, scope, memoryKey);
        });
        const values = activeRow(id, scope, description, received);
        const { rows } = await database.transaction('put', lockOf(scope, memoryKey), (client) =>
          client.query(statements.putActive, values),
        );
        if (rows.length === 0) throw erasedMeanwhile(memoryKey);
        const metadata = JSON.parse(JSON.stringify(description.metadata));
        const createdAt = new Date(description.createdAt).toISOString();
        return { ...description, metadata, createdAt, hash: received.hash, sizeBytes: received.sizeBytes };
      } catch (error) {
        // Nobody sees it; what cannot be removed now is erased later.
        if (isLarge) await database.run('put', (client) => client.query(statements.removeIncoming, [id])).catch(() => {});
        throw error;
      }
    },
    async stat(scope, memoryKey) {
      const { rows } = await database.run('stat', (client) =>
        client.query(statements.selectDetail, [scopeHash(scope), memoryKey]),
      );
      return rows[0] ? detailOfRow(rows[0]) : null;
    },
    async read(scope, memoryKey, { offset, maxBytes }) {
      const values = [scopeHash(scope), memoryKey, offset, maxBytes];
      const { rows } = await database.run('read', (client) => client.query(statements.selectRange, values));
      if (rows.length === 0) return null;
      const parts = rows.flatMap(({ bytes }) => (bytes === null ? [] : [bytes as Buffer]));
      return new Uint8Array(Buffer.concat(parts));
    },
    async search(scope, { words, limit }) {
      const sought = [...new Set(words.flatMap(wordsOf))];
      if (sought.length === 0) return [];
      const values = [scopeHash(scope), sought, limit];
      const { rows } = await database.run('search', (client) => client.query(statements.searchWords, values));
      return rows.map(detailOfRow);
    },
    async delete(scope, memoryKey) {
      await database.run('delete', (client) => client.query(statements.deactivate, [scopeHash(scope), memoryKey]));
    },

    async *stored({ before = afterAll, scope } = {}) {
      const sql = scope ? statements.selectStoredOfScope : statements.selectStored;
      const fixed = scope ? [before, scopeHash(scope)] : [before];
      for (let after = beforeAll; ; ) {
        const { rows } = await database.run('list', (client) => client.query(sql, [after.createdAt, after.number, ...fixed]));
        for (const row of rows) yield { scope: scopeOfRow(row), detail: detailOfRow(row) };
        const last = rows.at(-1);
        if (!last) return;
        after = { createdAt: detailOfRow(last).createdAt, number: String(last.number) };
      }
    },
    async *scopes() {
      for (let after = Buffer.alloc(0); ; ) {
        const { rows } = await database.run('list', (client) => client.query(statements.selectScopes, [after]));
        for (const row of rows) yield scopeOfRow(row);
        const last = rows.at(-1);
        if (!last) return;
        after = last.scope_hash;
      }
    },
    async erase(before) {
      return removeAll('erase', statements.eraseInactive, [before]);
    },
    async purge(scope, what) {
      return removeAll('purge', statements.purgeSome, [scopeHash(scope), what === 'everything' ? null : what]);
    },
    // A row's room is the server's to write over.
    scrub: async () => {},
    check: (signal) => database.check(signal),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** The values of `putActive`. */
function activeRow(id: string, scope: Scope, description: Description, content: ReceivedContent): unknown[] {
  const { memoryKey, contentType, createdAt, metadata } = description;
  const { hash, sizeBytes, inline, words } = content;
  const isText = inline !== null && isUtf8(inline) && !inline.includes(0);
  const { json, text } = metadataColumns(metadata);
  return [
    ...[id, memoryKey, createdAt, scope.workspace, scope.user, scope.collection, scopeHash(scope), contentType, hash, sizeBytes],
    ...[isText ? inline.toString() : null, isText ? null : inline, json, text, ...namedColumns(metadata)],
    ...[inline === null, [...words.keys()], [...words.values()]],
  ];
}

function databaseOptions(options: PostgresDetailsOptions) {
  const { url, user, password, caFile, maxConnections = 8, timeoutMs = 10_000, clock, random = Math.random } = options;
  const address = addressOf(url);
  if (caFile && !address.isEncrypted) throw new OperationError('invalid-argument', 'a CA file needs sslmode=verify-full');
  return {
    address: { ...address, user: user || address.user, password: password || address.password },
    ca: caFile ? readAuthorities(caFile) : undefined,
    maxConnections,
    timeoutMs,
    clock,
    random,
  };
}

function erasedMeanwhile(memoryKey: string): OperationError {
  return new OperationError('aborted', `The content of ${memoryKey} was erased while it came in: put it again`);
}

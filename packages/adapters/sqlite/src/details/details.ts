import type { Scope } from '@agent-mem/contract';
import { type Details, type DetailsMaintenance, type StoredDetail, wordsOf } from '@agent-mem/storage';
import { checksumOf, type EmbeddedFile, type Row, type Transaction, verifyRow } from '../file/index.ts';
import { ScopeIds, scopeOfRow, scopesWith } from '../scope-ids.ts';
import { ContentFiles } from './content-files.ts';
import { type ReceivedContent, receiveContent } from './incoming-content.ts';
import { chunkBytes, detailsMigrations, detailsTable } from './schema.ts';
import { ContentVerifier } from './verified-content.ts';

type Statements = Pick<Transaction, 'statement'>;
type Description = Omit<StoredDetail, 'hash' | 'sizeBytes'>;

/** How the details in the embedded file are opened. */
export interface SqliteDetailsOptions {
  /** Where content above 1 MiB is stored, one file each. Made if it is missing; it belongs to the details alone. */
  readonly directory: string;
}

/** The Details in the embedded file: content up to 1 MiB in chunks, larger content as a file that is there before its row. */
export function openSqliteDetails(file: EmbeddedFile, { directory }: SqliteDetailsOptions): Details & DetailsMaintenance {
  const ids = ScopeIds.of(file);
  file.migrate('storage-details', detailsMigrations);
  const files = new ContentFiles(directory);
  const needed = (hash: string) =>
    file.read(({ statement }) => statement('SELECT 1 FROM details WHERE hash = ? AND in_file = 1').get(hash) !== undefined);
  files.sweep(needed);
  const verifier = new ContentVerifier(file, files);
  file.protect(detailsTable, verifier);

  function rowOf({ statement }: Statements, scope: Scope, memoryKey: string): Row | null {
    const id = ids.findWithin({ statement }, scope);
    return (
      (id === null ? null : statement('SELECT * FROM details WHERE scope = ? AND memory_key = ?').get(id, memoryKey)) ?? null
    );
  }

  /** Deletes a detail, and after the commit its file, unless another detail has the same content by then. */
  function remove(transaction: Transaction, { detail, hash, in_file: inFile }: Row): void {
    transaction.statement('DELETE FROM details WHERE detail = ?').run(Number(detail));
    if (inFile !== 1) return;
    transaction.afterCommit(() => {
      if (!needed(String(hash))) files.remove(String(hash));
    });
  }

  return {
    put: (scope, description, content) =>
      file.beside(async () => {
        const received = await receiveContent(content, files);
        try {
          return await file.write((transaction) => {
            const former = rowOf(transaction, scope, description.memoryKey);
            if (former) remove(transaction, former);
            received.file?.name(received.hash);
            return insert(transaction, ids.ensure(transaction, scope), description, received);
          });
        } catch (error) {
          await received.file?.[Symbol.asyncDispose]();
          throw error;
        }
      }),
    async stat(scope, memoryKey) {
      return file.read((reader) => {
        const row = rowOf(reader, scope, memoryKey);
        return row && detailOfRow(row);
      });
    },
    read: (scope, memoryKey, { offset, maxBytes }) =>
      file.beside(async () => {
        for (;;) {
          const row = file.read((reader) => rowOf(reader, scope, memoryKey));
          if (!row) return null;
          const { hash, sizeBytes } = file.read(() => detailOfRow(row));
          await verifier.verify(row);
          const length = Math.max(0, Math.min(maxBytes, sizeBytes - offset));
          const bytes = file.read((reader) => {
            // Another may have been put in its place while this one was verified.
            if (!verifier.isThere(row)) return null;
            return row.in_file === 1 ? files.read(hash, offset, length) : readChunks(reader, Number(row.detail), offset, length);
          });
          if (bytes) return bytes;
        }
      }),
    async search(scope, { words, limit }) {
      const sought = JSON.stringify([...new Set(words.flatMap(wordsOf))]);
      const id = ids.find(scope);
      if (id === null) return [];
      return file.read(({ statement }) => statement(searchSql).all(sought, id, limit).map(detailOfRow));
    },
    delete: (scope, memoryKey) =>
      file.write((transaction) => {
        const row = rowOf(transaction, scope, memoryKey);
        if (row) remove(transaction, row);
      }),

    async *stored({ before = afterAll, scope } = {}) {
      const only = scope && ids.find(scope);
      if (only === null) return;
      // Page by page, so that a writer may come in between.
      for (let after = { createdAt: '', detail: 0 }; ; ) {
        const rows = file.read(({ statement }) => {
          const beyond = [after.createdAt, after.detail, before] as const;
          const page =
            only === undefined ? statement(storedSql).all(...beyond) : statement(storedInScopeSql).all(only, ...beyond);
          return page.map((row) => ({ row, scope: scopeOfRow(row), detail: detailOfRow(row) }));
        });
        for (const { scope: owner, detail } of rows) yield { scope: owner, detail };
        const last = rows.at(-1)?.row;
        if (!last) return;
        after = { createdAt: String(last.created_at), detail: Number(last.detail) };
      }
    },
    scopes: () => scopesWith(file, 'SELECT 1 FROM details AS d WHERE d.scope = s.scope'),
    async erase() {
      return 0;
    },
    async purge(scope, what) {
      const id = ids.find(scope);
      if (id === null) return 0;
      const keys = what === 'everything' ? null : JSON.stringify(what);
      for (let purged = 0; ; ) {
        // Some at a time, so that others have their turns.
        const removed = await file.write((transaction) => {
          const rows = purgedAtOnce(transaction.statement(purgedSql).all(id, keys, keys));
          for (const row of rows) remove(transaction, row);
          return rows.length;
        });
        if (removed === 0) return purged;
        purged += removed;
      }
    },
    scrub: () => file.scrub(),
    check: () => file.check(),
  };
}

const searchSql = `SELECT d.* FROM details AS d JOIN (
    SELECT w.detail, count(*) AS words, sum(w.count) AS hits FROM json_each(?) AS asked
    CROSS JOIN detail_words AS w ON w.scope = ? AND w.word = asked.value GROUP BY w.detail
  ) AS found ON found.detail = d.detail
  ORDER BY found.words DESC, found.hits DESC, d.created_at DESC LIMIT ?`;

const purgedSql = `SELECT * FROM details
  WHERE scope = ? AND (? IS NULL OR memory_key IN (SELECT value FROM json_each(?))) LIMIT 50`;

/** The first of these rows, as far as one commit overwrites their content in little time: after a restore, content of any size stands in the file. */
function purgedAtOnce(rows: readonly Row[]): readonly Row[] {
  let bytes = 0;
  return rows.filter((row, index) => {
    if (row.in_file !== 1) bytes += Number(row.size_bytes);
    return index === 0 || bytes <= purgedBytes;
  });
}

const purgedBytes = 8 * 1024 * 1024;

/** Behind every time as ISO 8601 writes it. */
const afterAll = '~';

/** A page of all, and one of a scope: each walks an index of its own. */
const storedSql = storedSqlOf('details_by_age', '');
const storedInScopeSql = storedSqlOf('details_by_scope_and_age', 'd.scope = ? AND ');

function storedSqlOf(index: string, condition: string): string {
  return `SELECT s.workspace, s.user, s.collection, d.*
  FROM details AS d INDEXED BY ${index} CROSS JOIN scopes AS s ON s.scope = d.scope
  WHERE ${condition}(d.created_at, d.detail) > (?, ?) AND d.created_at < ?
  ORDER BY d.created_at, d.detail LIMIT 100`;
}

function insert({ statement }: Transaction, scope: number, description: Description, content: ReceivedContent): StoredDetail {
  const { memoryKey, contentType, createdAt } = description;
  const metadata = JSON.stringify(description.metadata);
  const { hash, sizeBytes, inline } = content;
  const values = [scope, memoryKey, hash, sizeBytes, contentType, metadata, createdAt];
  const { lastInsertRowid } = statement(
    `INSERT INTO details (scope, memory_key, hash, size_bytes, content_type, metadata, created_at, in_file, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(...values, inline ? 0 : 1, checksumOf(values));
  const detail = Number(lastInsertRowid);
  const chunk = statement('INSERT INTO detail_chunks (detail, place, bytes) VALUES (?, ?, ?)');
  for (let start = 0; inline && start < inline.length; start += chunkBytes) {
    chunk.run(detail, start / chunkBytes, inline.subarray(start, start + chunkBytes));
  }
  const word = statement('INSERT INTO detail_words (scope, word, detail, count) VALUES (?, ?, ?, ?)');
  for (const [text, count] of content.words) word.run(scope, text, detail, count);
  return { hash, sizeBytes, memoryKey, contentType, metadata: JSON.parse(metadata), createdAt };
}

function readChunks({ statement }: Statements, detail: number, offset: number, length: number): Uint8Array {
  if (length === 0) return new Uint8Array();
  const first = Math.floor(offset / chunkBytes);
  const last = Math.floor((offset + length - 1) / chunkBytes);
  const rows = statement('SELECT bytes FROM detail_chunks WHERE detail = ? AND place BETWEEN ? AND ? ORDER BY place').all(
    detail,
    first,
    last,
  );
  const start = offset - first * chunkBytes;
  return new Uint8Array(Buffer.concat(rows.map(({ bytes }) => bytes as Uint8Array)).subarray(start, start + length));
}

/** Throws if the row is damaged. */
function detailOfRow(row: Row): StoredDetail {
  verifyRow(detailsTable, row);
  return {
    hash: String(row.hash),
    sizeBytes: Number(row.size_bytes),
    memoryKey: String(row.memory_key),
    contentType: String(row.content_type),
    metadata: JSON.parse(String(row.metadata)),
    createdAt: String(row.created_at),
  };
}

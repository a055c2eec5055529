import { batchesOf, type Scope } from '@agent-mem/contract';
import {
  checkLimit,
  type EmbeddedVector,
  type IndexDocument,
  type SearchIndex,
  type SearchIndexMaintenance,
} from '@agent-mem/storage';
import type { EmbeddedFile, Transaction } from '../file/index.ts';
import { ScopeIds, scopeOfRow, scopesWith } from '../scope-ids.ts';
import { InMemory } from './in-memory.ts';
import { documentOfRow, embeddedVectorOfRow, vectorOfBlob } from './rows.ts';
import { searchIndexMigrations, searchIndexTables } from './schema.ts';
import type { ScopeMemory } from './scope-memory.ts';
import { Scores } from './scores.ts';
import { search, searchAt, statistics } from './searching.ts';
import { checkDimensions, findRow, PostingChanges, removeContent, writeDocument, writeTombstone } from './writing.ts';

type Statements = Pick<Transaction, 'statement'>;

/** How the search index in the embedded file is opened. */
export interface SqliteSearchIndexOptions {
  /** Most memory that the scopes searched last may take. Default 256 MiB. */
  readonly maxBytes?: number;
  /** Marks a node in the Graph, where that stands in the file too. Default: `put` marks none. */
  readonly mark?: (transaction: Transaction, scope: number, mark: { readonly id: string; readonly version: number }) => void;
}

/** So many documents are written in one transaction, so that others have their turns. */
const documentsAtOnce = 50;
/** So many are forgotten in one transaction. */
const tombstonesAtOnce = 500;

/**
 * The SearchIndex in the embedded file. Both legs look at every document of the scope, in memory: its postings, and its vectors as
 * 16-bit numbers, so that a cosine is exact to 1e-4.
 */
export function openSqliteSearchIndex(
  file: EmbeddedFile,
  options: SqliteSearchIndexOptions = {},
): SearchIndex & SearchIndexMaintenance {
  const ids = ScopeIds.of(file);
  file.migrate('storage-search-index', searchIndexMigrations);
  const repairTables = file.derived(searchIndexTables, searchIndexMigrations);
  const scores = new Scores();
  const inMemory = new InMemory(file, options.maxBytes ?? 256 * 1024 * 1024);

  /** Reads in a scope; a scope that nobody wrote in answers `empty`. */
  function inScope<Result>(scope: Scope, empty: Result, run: (reader: Statements, scope: number) => Result): Result {
    const id = ids.find(scope);
    return id === null ? empty : file.read((reader) => run(reader, id));
  }

  /** The same, of what is held in memory. */
  async function inMemoryOf<Result>(scope: Scope, empty: Result, run: (memory: ScopeMemory) => Promise<Result>): Promise<Result> {
    const id = ids.find(scope);
    return id === null ? empty : inMemory.read(id, run);
  }

  function putSome(
    transaction: Transaction,
    id: number,
    documents: readonly IndexDocument[],
    complete: ReadonlySet<string> | undefined,
  ): void {
    const postings = new PostingChanges();
    for (const document of documents) {
      const existing = findRow(transaction, id, document.id);
      // What was deleted comes back only newer; what is there may be made again.
      if (existing && (existing.live ? document.version < existing.version : document.version <= existing.version)) continue;
      const former = existing ? vectorsOf(transaction, id, existing.number) : [];
      if (existing) removeContent(transaction, id, existing.number, postings);
      const whole = existing?.version === document.version ? withVectorsOf(former, document) : document;
      const number = writeDocument(transaction, id, whole, existing, postings);
      if (complete?.has(document.id)) options.mark?.(transaction, id, document);
      transaction.withCommit(() => inMemory.put(id, number, whole, former));
    }
    postings.write(transaction, id);
    transaction.withCommit(() => inMemory.setCounts(id, postings));
  }

  function deleteSome(transaction: Transaction, scope: Scope, gone: Parameters<SearchIndex['delete']>[1]): void {
    const id = ids.ensure(transaction, scope);
    const postings = new PostingChanges();
    for (const { id: document, version } of gone) {
      const existing = findRow(transaction, id, document);
      if (existing && existing.version > version) continue;
      const embedders = existing?.live ? removeContent(transaction, id, existing.number, postings) : [];
      const number = writeTombstone(transaction, id, { id: document, version }, existing);
      transaction.withCommit(() => inMemory.remove(id, number, embedders));
    }
    postings.write(transaction, id);
    transaction.withCommit(() => inMemory.setCounts(id, postings));
  }

  function hasManyTombstones(scope: Scope): boolean {
    const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM index_documents WHERE scope = ? AND live = 0 LIMIT ${tombstonesAtOnce})`;
    return inScope(scope, false, ({ statement }, id) => Number(statement(sql).get(id)?.rows) === tombstonesAtOnce);
  }

  const removeTombstones = (scope: Scope) =>
    file.write((transaction) => {
      const sql = `DELETE FROM index_documents WHERE scope = ?1 AND number IN
        (SELECT number FROM index_documents WHERE scope = ?1 AND live = 0 LIMIT ${tombstonesAtOnce})`;
      const id = ids.findWithin(transaction, scope);
      if (id !== null) transaction.statement(sql).run(id);
    });

  return {
    // A node without its mark is indexed again.
    async put(scope, documents, complete) {
      const vectors = documents.flatMap((document) => document.vectors);
      for (const some of batchesOf(documents, documentsAtOnce))
        await file.writeDerived((transaction) => {
          const id = ids.ensure(transaction, scope);
          // All of them, so that the first part already refuses, and nothing is written.
          checkDimensions(transaction, id, vectors);
          putSome(transaction, id, some, complete);
        });
    },
    async delete(scope, gone) {
      for (const some of batchesOf(gone, documentsAtOnce))
        await file.write((transaction) => deleteSome(transaction, scope, some));
    },
    async clear(scope) {
      // Where much was deleted, that is forgotten first, in several turns of the event loop.
      while (hasManyTombstones(scope)) await removeTombstones(scope);
      await file.write((transaction) => {
        const id = ids.findWithin(transaction, scope);
        if (id === null) return;
        for (const table of searchIndexTables) {
          transaction.statement(`DELETE FROM ${table} WHERE scope = ?`).run(id);
        }
        transaction.withCommit(() => inMemory.clear(id));
      });
    },
    async search(scope, query) {
      checkLimit(query.limit);
      return inMemoryOf(scope, [], (memory) => search(memory, query, scores));
    },
    async get(scope, asked) {
      return inScope(scope, [], (reader, id) => {
        const sql = `SELECT d.number FROM json_each(?) AS asked
          CROSS JOIN index_documents AS d ON d.scope = ? AND d.id = asked.value WHERE d.live = 1 ORDER BY asked.key`;
        return documentsOf(reader, id, reader.statement(sql).all(JSON.stringify(asked), id));
      });
    },
    async at(scope, positions, probe) {
      return inMemoryOf(scope, [], (memory) => searchAt(memory, positions, probe));
    },
    async vectors(scope, asked, embedder) {
      return inScope(scope, new Map(), (reader, id) => {
        const sql = `SELECT d.id, v.vector FROM json_each(?) AS asked
          CROSS JOIN index_documents AS d ON d.scope = ? AND d.id = asked.value
          CROSS JOIN index_vectors AS v ON v.scope = d.scope AND v.embedder = ? AND v.number = d.number WHERE d.live = 1`;
        const rows = reader.statement(sql).all(JSON.stringify(asked), id, embedder);
        return new Map(rows.map((row) => [String(row.id), vectorOfBlob(row.vector as Uint8Array)]));
      });
    },
    async embedders(scope) {
      return inScope(scope, new Map(), ({ statement }, id) => {
        const sql = 'SELECT embedder, count(*) AS documents FROM index_vectors WHERE scope = ? GROUP BY embedder';
        const rows = statement(sql).all(id);
        return new Map(rows.map((row) => [String(row.embedder), Number(row.documents)]));
      });
    },
    async lacksAttributes(scope, kinds) {
      return inMemoryOf(scope, false, async ({ columns }) => columns.lacksAttributes(kinds));
    },
    async statistics(scope, query) {
      const nothing = { documents: 0, totalLength: 0, documentFrequency: new Map(query.terms.map((term) => [term, 0])) };
      return inMemoryOf(scope, nothing, (memory) => statistics(memory, query));
    },

    async versions(scope, after, limit) {
      return inScope(scope, [], ({ statement }, id) =>
        statement('SELECT id, version FROM index_documents WHERE scope = ? AND id > ? AND live = 1 ORDER BY id LIMIT ?')
          .all(id, after ?? '', limit)
          .map((row) => ({ id: String(row.id), version: Number(row.version) })),
      );
    },
    scopes: () => scopesWith(file, 'SELECT 1 FROM index_documents AS d WHERE d.scope = s.scope AND d.live = 1'),
    async withoutAttributes(kinds, limit) {
      const rows = file.read(({ statement }) => statement(withoutAttributesSql).all(JSON.stringify(kinds), limit));
      return rows.map((row) => ({ scope: scopeOfRow(row), id: String(row.id) }));
    },
    dropVectors: (scope, embedder) =>
      file.write((transaction) => {
        const id = ids.findWithin(transaction, scope);
        if (id === null) return;
        transaction.statement('DELETE FROM index_vectors WHERE scope = ? AND embedder = ?').run(id, embedder);
        transaction.withCommit(() => inMemory.dropMatrix(id, embedder));
      }),
    scrub: () => file.scrub(),
    check: () => file.check(),
    async readAhead() {
      // A document that is written has the greatest rowid.
      const last = file.read(({ statement }) => statement('SELECT scope FROM index_bodies ORDER BY rowid DESC LIMIT 1').get());
      if (last) await inMemory.read(Number(last.scope), (memory) => memory.readMatrices());
    },
    async repair() {
      const isRepaired = await repairTables();
      if (isRepaired) inMemory.clearAll();
      return isRepaired;
    },
  };
}

function vectorsOf({ statement }: Statements, scope: number, number: number): EmbeddedVector[] {
  const sql = 'SELECT embedder, vector, text_hash FROM index_vectors WHERE scope = ? AND number = ? ORDER BY place';
  return statement(sql).all(scope, number).map(embeddedVectorOfRow);
}

/** The same version again keeps the vectors that it does not bring itself. */
function withVectorsOf(former: readonly EmbeddedVector[], document: IndexDocument): IndexDocument {
  const retained = former.filter(({ embedder }) => !document.vectors.some((vector) => vector.embedder === embedder));
  return retained.length === 0 ? document : { ...document, vectors: [...retained, ...document.vectors] };
}

/** The documents of these numbers, in their order, each with its vectors. */
function documentsOf(
  { statement }: Statements,
  scope: number,
  numbers: readonly Readonly<Record<string, unknown>>[],
): IndexDocument[] {
  const asked = JSON.stringify(numbers.map(({ number }) => number));
  const vectors = new Map<unknown, EmbeddedVector[]>();
  for (const row of statement(vectorsSql).all(asked, scope)) {
    const own = vectors.get(row.number) ?? [];
    own.push(embeddedVectorOfRow(row));
    vectors.set(row.number, own);
  }
  return statement(documentsSql)
    .all(asked, scope)
    .map((row) => documentOfRow(row, vectors.get(row.number) ?? []));
}

const withoutAttributesSql = `SELECT s.workspace, s.user, s.collection, d.id FROM json_each(?) AS asked
  CROSS JOIN index_documents AS d INDEXED BY index_documents_without_attributes ON d.kind = asked.value
  CROSS JOIN scopes AS s ON s.scope = d.scope WHERE d.live = 1 AND d.has_attributes = 0 LIMIT ?`;

const documentsSql = `SELECT d.*, b.terms, b.fields, b.attributes FROM json_each(?) AS asked
  CROSS JOIN index_documents AS d ON d.scope = ? AND d.number = asked.value
  CROSS JOIN index_bodies AS b ON b.scope = d.scope AND b.number = d.number ORDER BY asked.key`;

const vectorsSql = `SELECT v.number, v.embedder, v.vector, v.text_hash FROM json_each(?) AS asked
  CROSS JOIN index_vectors AS v INDEXED BY index_vectors_by_document ON v.scope = ? AND v.number = asked.value
  ORDER BY asked.key, v.place`;

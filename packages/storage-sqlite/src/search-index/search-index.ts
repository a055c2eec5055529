import type { Scope } from '@agent-mem/contract';
import type { EmbeddedFile, Transaction } from '@agent-mem/sqlite';
import {
  type Candidate,
  checkLimit,
  type EmbeddedVector,
  type IndexDocument,
  type IndexQuery,
  type SearchIndex,
  type SearchIndexMaintenance,
} from '@agent-mem/storage';
import { ensureScope, findScope, migrateScopes } from '../scope-ids.ts';
import { Best } from './best.ts';
import { InMemory } from './in-memory.ts';
import { countBlock, type PostingBlock, scoreBlock } from './posting-block.ts';
import { documentOfRow, vectorOfBlob } from './rows.ts';
import { searchIndexMigrations } from './schema.ts';
import { checkDimensions, PostingChanges, placeOf, removeContent, writeDocument } from './writing.ts';

type Statements = Pick<Transaction, 'statement'>;

/** How the search index in the embedded file is opened. */
export interface SqliteSearchIndexOptions {
  /** Most memory that vectors may take. Default 256 MiB. */
  readonly maxBytes?: number;
}

/** The SearchIndex in the embedded file. Both legs are exact: postings by term, and a scan of the scope's vectors in memory. */
export function openSqliteSearchIndex(
  file: EmbeddedFile,
  options: SqliteSearchIndexOptions = {},
): SearchIndex & SearchIndexMaintenance {
  migrateScopes(file);
  file.migrate('storage-search-index', searchIndexMigrations);
  const inMemory = new InMemory(options.maxBytes ?? 256 * 1024 * 1024);

  /** Reads in a scope; a scope that nobody wrote in answers `empty`. */
  function inScope<Result>(scope: Scope, empty: Result, run: (reader: Statements, scope: number) => Result): Result {
    return file.read((reader) => {
      const id = findScope(reader, scope);
      return id === null ? empty : run(reader, id);
    });
  }

  return {
    put: (scope, documents) =>
      file.write((transaction) => {
        const id = ensureScope(transaction, scope);
        checkDimensions(
          transaction,
          id,
          documents.flatMap(({ vectors }) => vectors),
        );
        const postings = new PostingChanges();
        for (const document of documents) {
          const place = placeOf(transaction, id, document.id);
          // What was deleted comes back only newer; what is there may be made again.
          if (place && (place.live ? document.version < place.version : document.version <= place.version)) continue;
          const former = place ? removeContent(transaction, id, place.number, postings) : [];
          const number = writeDocument(transaction, id, document, place, postings);
          transaction.afterCommit(() => inMemory.put(id, number, document, former));
        }
        postings.write(transaction, id);
      }),
    delete: (scope, ids) =>
      file.write((transaction) => {
        const id = findScope(transaction, scope);
        if (id === null) return;
        const postings = new PostingChanges();
        for (const document of ids) {
          const place = placeOf(transaction, id, document);
          if (!place?.live) continue;
          const embedders = removeContent(transaction, id, place.number, postings);
          const sql = 'UPDATE index_documents SET live = 0 WHERE scope = ? AND number = ?';
          transaction.statement(sql).run(id, place.number);
          transaction.afterCommit(() => inMemory.remove(id, place.number, embedders));
        }
        postings.write(transaction, id);
      }),
    clear: (scope) =>
      file.write((transaction) => {
        const id = findScope(transaction, scope);
        if (id === null) return;
        for (const table of ['index_documents', 'index_bodies', 'index_postings', 'index_vectors']) {
          transaction.statement(`DELETE FROM ${table} WHERE scope = ?`).run(id);
        }
        transaction.afterCommit(() => inMemory.clear(id));
      }),
    async search(scope, query) {
      checkLimit(query.limit);
      return inScope(scope, [], (reader, id) => search(reader, id, query, inMemory));
    },
    async get(scope, ids) {
      return inScope(scope, [], (reader, id) => {
        const sql = `SELECT d.number FROM json_each(?) AS asked
          CROSS JOIN index_documents AS d ON d.scope = ? AND d.id = asked.value WHERE d.live = 1 ORDER BY asked.key`;
        return documentsOf(reader, id, reader.statement(sql).all(JSON.stringify(ids), id));
      });
    },
    async at(scope, conversationId, ordinals) {
      return inScope(scope, [], (reader, id) => {
        const sql = `SELECT d.number FROM json_each(?) AS asked CROSS JOIN index_documents AS d
          ON d.scope = ? AND d.conversation_id = ? AND d.ordinal = asked.value WHERE d.live = 1 ORDER BY d.ordinal, d.number`;
        const asked = JSON.stringify([...new Set(ordinals)]);
        return documentsOf(reader, id, reader.statement(sql).all(asked, id, conversationId));
      });
    },
    async statistics(scope, { kinds, terms, conversationId }) {
      const nothing = { documents: 0, totalLength: 0, documentFrequency: new Map(terms.map((term) => [term, 0])) };
      return inScope(scope, nothing, (reader, id) => {
        const columns = inMemory.columns(reader, id);
        const mask = columns.counted(conversationId === undefined ? { kinds } : { kinds, conversationId });
        const counted = mask.reduce((sum, one) => sum + one, 0);
        const totalLength = mask.reduce((sum, one, number) => sum + (one === 1 ? columns.lengthOf(number) : 0), 0);
        const frequency = (term: string) =>
          blocksOf(reader, id, term).reduce((documents, block) => documents + countBlock(block, mask), 0);
        return { documents: counted, totalLength, documentFrequency: new Map(terms.map((term) => [term, frequency(term)])) };
      });
    },

    async versions(scope, after, limit) {
      return inScope(scope, [], ({ statement }, id) =>
        statement('SELECT id, version FROM index_documents WHERE scope = ? AND id > ? AND live = 1 ORDER BY id LIMIT ?')
          .all(id, after ?? '', limit)
          .map((row) => ({ id: String(row.id), version: Number(row.version) })),
      );
    },
    async check() {
      file.read(({ statement }) => statement('SELECT 1').get());
    },
  };
}

function search(reader: Statements, scope: number, query: IndexQuery, inMemory: InMemory): Candidate[] {
  const { vector } = query;
  if (vector) checkDimensions(reader, scope, [vector]);
  const mask = inMemory.columns(reader, scope).visible(query);
  const lexical = lexicalLeg(reader, scope, query, mask);
  const dense = new Best(query.limit);
  if (vector) inMemory.matrix(reader, scope, vector.embedder)?.scan(vector.values, mask, dense);
  const cosines = dense.kept();
  // In order of number: the rows of a matrix lie in another order after the file was opened again.
  const found = [...new Set([...lexical.keys(), ...cosines.keys()])].sort((a, b) => a - b);
  const numbers = found.map((number) => ({ number }));
  return documentsOf(reader, scope, numbers).map((document, i) => {
    const { number } = numbers[i] ?? { number: -1 };
    return { document, lexical: lexical.get(number) ?? null, cosine: cosines.get(number) ?? null };
  });
}

function lexicalLeg(reader: Statements, scope: number, query: IndexQuery, mask: Uint8Array): ReadonlyMap<number, number> {
  const best = new Best(query.limit);
  const terms = query.terms ?? [];
  if (terms.length === 0) return best.kept();
  const scores = new Float64Array(mask.length);
  const held = new Uint8Array(mask.length);
  for (const { term, weight } of terms) {
    for (const block of blocksOf(reader, scope, term)) scoreBlock(block, weight, { mask, scores, held });
  }
  for (let number = 0; number < held.length; number += 1) if (held[number] === 1) best.offer(number, scores[number] ?? 0);
  return best.kept();
}

function blocksOf({ statement }: Statements, scope: number, term: string): readonly PostingBlock[] {
  const rows = statement('SELECT block, entries FROM index_postings WHERE scope = ? AND term = ?').all(scope, term);
  // The table is STRICT, so its columns hold what they are declared to.
  return rows as unknown as PostingBlock[];
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
    own.push({ embedder: String(row.embedder), values: vectorOfBlob(row.vector as Uint8Array) });
    vectors.set(row.number, own);
  }
  return statement(documentsSql)
    .all(asked, scope)
    .map((row) => documentOfRow(row, vectors.get(row.number) ?? []));
}

const documentsSql = `SELECT d.*, b.terms, b.fields FROM json_each(?) AS asked
  CROSS JOIN index_documents AS d ON d.scope = ? AND d.number = asked.value
  CROSS JOIN index_bodies AS b ON b.scope = d.scope AND b.number = d.number ORDER BY asked.key`;

const vectorsSql = `SELECT v.number, v.embedder, v.vector FROM json_each(?) AS asked
  CROSS JOIN index_vectors AS v INDEXED BY index_vectors_by_document ON v.scope = ? AND v.number = asked.value
  ORDER BY asked.key, v.place`;

import type { Scope } from '@agent-mem/contract';
import type { EmbeddedFile, Transaction } from '@agent-mem/sqlite';
import {
  checkLimit,
  type EmbeddedVector,
  type IndexDocument,
  type IndexHit,
  type IndexProbe,
  type IndexQuery,
  type SearchIndex,
  type SearchIndexMaintenance,
} from '@agent-mem/storage';
import { ensureScope, findScope, migrateScopes, scopeOfRow } from '../scope-ids.ts';
import { Best } from './best.ts';
import { InMemory } from './in-memory.ts';
import { countBlock, type PostingBlock, scoreBlock } from './posting-block.ts';
import { documentOfRow, vectorOfBlob } from './rows.ts';
import { searchIndexMigrations } from './schema.ts';
import { checkDimensions, PostingChanges, placeOf, removeContent, writeDocument, writeTombstone } from './writing.ts';

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
          const former = place ? vectorsOf(transaction, id, place.number) : [];
          if (place) removeContent(transaction, id, place.number, postings);
          const whole = place?.version === document.version ? withVectorsOf(former, document) : document;
          const number = writeDocument(transaction, id, whole, place, postings);
          const embedders = former.map(({ embedder }) => embedder);
          transaction.afterCommit(() => inMemory.put(id, number, whole, embedders));
        }
        postings.write(transaction, id);
      }),
    delete: (scope, gone) =>
      file.write((transaction) => {
        const id = ensureScope(transaction, scope);
        const postings = new PostingChanges();
        for (const { id: document, version } of gone) {
          const place = placeOf(transaction, id, document);
          if (place && place.version > version) continue;
          const embedders = place?.live ? removeContent(transaction, id, place.number, postings) : [];
          const number = writeTombstone(transaction, id, { id: document, version }, place);
          transaction.afterCommit(() => inMemory.remove(id, number, embedders));
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
    async at(scope, places, probe) {
      return inScope(scope, [], (reader, id) => {
        if (probe.vector) checkDimensions(reader, id, [probe.vector]);
        const sql = `SELECT DISTINCT d.number FROM json_each(?) AS asked CROSS JOIN index_documents AS d
          ON d.scope = ? AND d.conversation_id = asked.value ->> 0 AND d.ordinal = asked.value ->> 1 WHERE d.live = 1`;
        const asked = JSON.stringify(places.map(({ conversationId, ordinal }) => [conversationId, ordinal]));
        const numbers = reader
          .statement(sql)
          .all(asked, id)
          .map(({ number }) => Number(number));
        return hitsOf(reader, id, numbers, probe, inMemory);
      });
    },
    async vectors(scope, ids, embedder) {
      return inScope(scope, new Map(), (reader, id) => {
        const sql = `SELECT d.id, v.vector FROM json_each(?) AS asked
          CROSS JOIN index_documents AS d ON d.scope = ? AND d.id = asked.value
          CROSS JOIN index_vectors AS v ON v.scope = d.scope AND v.embedder = ? AND v.number = d.number WHERE d.live = 1`;
        const rows = reader.statement(sql).all(JSON.stringify(ids), id, embedder);
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
    async *scopes() {
      for (let after = 0; ; ) {
        const rows = file.read(({ statement }) => statement(scopesSql).all(after));
        for (const row of rows) yield scopeOfRow(row);
        const last = rows.at(-1);
        if (!last) return;
        after = Number(last.scope);
      }
    },
    dropVectors: (scope, embedder) =>
      file.write((transaction) => {
        const id = findScope(transaction, scope);
        if (id === null) return;
        transaction.statement('DELETE FROM index_vectors WHERE scope = ? AND embedder = ?').run(id, embedder);
        transaction.afterCommit(() => inMemory.dropMatrix(id, embedder));
      }),
    async check() {
      file.read(({ statement }) => statement('SELECT 1').get());
    },
  };
}

function search(reader: Statements, scope: number, query: IndexQuery, inMemory: InMemory): IndexHit[] {
  const { vector } = query;
  if (vector) checkDimensions(reader, scope, [vector]);
  const mask = inMemory.columns(reader, scope).visible(query);
  const lexical = lexicalLeg(reader, scope, query, mask);
  const dense = new Best(query.limit);
  if (vector) inMemory.matrix(reader, scope, vector.embedder)?.scan(vector.values, mask, dense);
  return hitsOf(reader, scope, [...new Set([...lexical.keys(), ...dense.kept().keys()])], query, inMemory);
}

/** The documents of these numbers, measured. */
function hitsOf(
  reader: Statements,
  scope: number,
  numbers: readonly number[],
  { terms = [], vector }: IndexProbe,
  inMemory: InMemory,
): IndexHit[] {
  const matrix = vector && inMemory.matrix(reader, scope, vector.embedder);
  // In order of number: the rows of a matrix lie in another order after the file was opened again.
  const asked = JSON.stringify([...numbers].sort((a, b) => a - b));
  return reader
    .statement(documentsSql)
    .all(asked, scope)
    .map((row) => {
      const { terms: held, vectors: _, ...document } = documentOfRow(row, []);
      const counts: Record<string, number> = Object.create(null);
      let lexical = 0;
      for (const { term, weight } of terms) {
        const count = Object.hasOwn(held, term) ? (held[term] ?? 0) : 0;
        if (count === 0) continue;
        counts[term] = count;
        lexical += (weight * count) / (count + 1.2);
      }
      const cosine = (vector && matrix?.cosine(Number(row.number), vector.values)) ?? null;
      return { ...document, counts, lexical, cosine };
    });
}

function vectorsOf({ statement }: Statements, scope: number, number: number): EmbeddedVector[] {
  const sql = 'SELECT embedder, vector FROM index_vectors WHERE scope = ? AND number = ? ORDER BY place';
  const rows = statement(sql).all(scope, number);
  return rows.map((row) => ({ embedder: String(row.embedder), values: vectorOfBlob(row.vector as Uint8Array) }));
}

/** The same version again keeps the vectors that it does not bring itself. */
function withVectorsOf(former: readonly EmbeddedVector[], document: IndexDocument): IndexDocument {
  const kept = former.filter(({ embedder }) => !document.vectors.some((vector) => vector.embedder === embedder));
  return kept.length === 0 ? document : { ...document, vectors: [...kept, ...document.vectors] };
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

const scopesSql = `SELECT scope, workspace, user, collection FROM scopes AS s
  WHERE scope > ? AND EXISTS (SELECT 1 FROM index_documents AS d WHERE d.scope = s.scope AND d.live = 1) ORDER BY scope LIMIT 100`;

const documentsSql = `SELECT d.*, b.terms, b.fields FROM json_each(?) AS asked
  CROSS JOIN index_documents AS d ON d.scope = ? AND d.number = asked.value
  CROSS JOIN index_bodies AS b ON b.scope = d.scope AND b.number = d.number ORDER BY asked.key`;

const vectorsSql = `SELECT v.number, v.embedder, v.vector FROM json_each(?) AS asked
  CROSS JOIN index_vectors AS v INDEXED BY index_vectors_by_document ON v.scope = ? AND v.number = asked.value
  ORDER BY asked.key, v.place`;

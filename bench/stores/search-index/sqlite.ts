import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteSearchIndex } from '@agent-mem/sqlite';
import type { IndexDocument } from '@agent-mem/storage';
import { committed, openEmbedded } from '../embedded.ts';
import type { BareSearchIndex, OpenedSearchIndex } from './bare.ts';

/** The SearchIndex in an embedded file of its own, beside a full-text table in another file: SQLite itself has no vectors. */
export async function embeddedSearchIndex(): Promise<OpenedSearchIndex> {
  await using opened = new AsyncDisposableStack();
  const { directory, file, bytes } = opened.use(await openEmbedded());
  const index = openSqliteSearchIndex(file);
  const database = new DatabaseSync(join(directory, 'bare.sqlite'));
  opened.defer(() => database.close());
  const closing = opened.move();
  return {
    store: 'SQLite',
    index,
    bare: bareSearchIndex(database),
    settled: async () => {},
    bytes,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function bareSearchIndex(database: DatabaseSync): BareSearchIndex {
  database.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE documents (
      number INTEGER PRIMARY KEY, conversation TEXT, ordinal INTEGER, length INTEGER, document TEXT, vector BLOB
    ) STRICT;
    CREATE INDEX documents_by_place ON documents (conversation, ordinal);
    CREATE INDEX documents_by_length ON documents (length);
    CREATE VIRTUAL TABLE words USING fts5(terms, content = '', tokenize = 'unicode61');
    CREATE VIRTUAL TABLE frequencies USING fts5vocab(words, 'row')`);
  const document = database.prepare(
    'INSERT INTO documents (conversation, ordinal, length, document, vector) VALUES (?, ?, ?, ?, ?)',
  );
  const words = database.prepare('INSERT INTO words (rowid, terms) VALUES (?, ?)');
  const search = database.prepare(`SELECT document FROM words JOIN documents ON number = words.rowid
    WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?`);
  const at = database.prepare(`SELECT document FROM json_each(?) AS place
    JOIN documents ON conversation = place.value ->> 0 AND ordinal = place.value ->> 1`);
  const sizes = database.prepare('SELECT count(*) AS documents, sum(length) AS length FROM documents');
  const frequency = database.prepare('SELECT doc FROM frequencies WHERE term = ?');
  const write = ({ conversationId, ordinal, length, vectors, ...rest }: IndexDocument) => {
    const vector = new Uint8Array(vectors[0]?.values.slice().buffer ?? new ArrayBuffer());
    const { lastInsertRowid } = document.run(conversationId, ordinal, length, JSON.stringify(rest), vector);
    words.run(lastInsertRowid, textOf(rest.terms));
  };
  return {
    async put(documents) {
      committed(database, () => documents.forEach(write));
    },
    search: async ({ terms }, limit) => search.all(terms.map(({ term }) => `"${term}"`).join(' OR '), limit),
    at: async (positions) => at.all(JSON.stringify(positions.map(({ conversationId, ordinal }) => [conversationId, ordinal]))),
    statistics: async (terms) => [sizes.get(), terms.map((term) => frequency.get(term))],
  };
}

function textOf(terms: IndexDocument['terms']): string {
  return Object.entries(terms)
    .flatMap(([term, count]) => Array.from({ length: count }, () => term))
    .join(' ');
}

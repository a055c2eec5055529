/** Everything in them is made from the graph. */
export const searchIndexTables = ['index_documents', 'index_bodies', 'index_postings', 'index_vectors'];

/**
 * Tables of the search index. A document has a number in its scope, which it keeps: postings, vectors and the columns in memory
 * are arrays by it. What is long stands apart in `index_bodies`.
 */
export const searchIndexMigrations = [
  `CREATE TABLE index_documents (
     scope INTEGER NOT NULL,
     number INTEGER NOT NULL,
     id TEXT NOT NULL,
     version INTEGER NOT NULL,
     live INTEGER NOT NULL, -- 0: deleted; the row remembers its version
     kind TEXT NOT NULL,
     conversation_id TEXT,
     visibility TEXT NOT NULL,
     ordinal INTEGER,
     role TEXT,
     timestamp REAL NOT NULL,
     length INTEGER NOT NULL,
     PRIMARY KEY (scope, number)
   ) STRICT, WITHOUT ROWID;
   CREATE UNIQUE INDEX index_documents_by_id ON index_documents (scope, id);
   CREATE INDEX index_documents_by_place ON index_documents (scope, conversation_id, ordinal) WHERE live = 1;

   CREATE TABLE index_bodies (
     scope INTEGER NOT NULL,
     number INTEGER NOT NULL,
     terms TEXT NOT NULL,
     fields TEXT NOT NULL,
     PRIMARY KEY (scope, number)
   ) STRICT;

   CREATE TABLE index_postings (
     scope INTEGER NOT NULL,
     term TEXT NOT NULL,
     block INTEGER NOT NULL,
     entries BLOB NOT NULL,
     PRIMARY KEY (scope, term, block)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE index_vectors (
     scope INTEGER NOT NULL,
     embedder TEXT NOT NULL,
     number INTEGER NOT NULL,
     place INTEGER NOT NULL, -- among the vectors of its document
     vector BLOB NOT NULL, -- float32, little endian
     PRIMARY KEY (scope, embedder, number)
   ) STRICT;
   CREATE INDEX index_vectors_by_document ON index_vectors (scope, number, place);`,
  // Places are looked up in memory.
  'DROP INDEX index_documents_by_place',
  // What is there was made by a version that knew no attributes: it is found by this index, and made again.
  `ALTER TABLE index_bodies ADD COLUMN attributes TEXT;
   ALTER TABLE index_documents ADD COLUMN has_attributes INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX index_documents_without_attributes ON index_documents (kind) WHERE live = 1 AND has_attributes = 0;`,
  'ALTER TABLE index_vectors ADD COLUMN text_hash TEXT',
];

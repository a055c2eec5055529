import { addChecksum, type ChecksummedTable, type Migration } from '../file/index.ts';

/** Rows of details. Where the content stands is no part of the checksum: a backup takes it out of its file. Its sha256 verifies it. */
export const detailsTable: ChecksummedTable = {
  name: 'details',
  columns: ['scope', 'memory_key', 'hash', 'size_bytes', 'content_type', 'metadata', 'created_at'],
  key: ['detail'],
  isScoped: true,
  id: (row) => `detail ${row.memory_key}`,
};

/** How content in the file is cut, so that a range reads little more than it answers. */
export const chunkBytes = 64 * 1024;

/** Tables of the details. A file's content has no chunks: its hash names it. */
export const detailsMigrations: readonly Migration[] = [
  `CREATE TABLE details (
     detail INTEGER PRIMARY KEY,
     scope INTEGER NOT NULL,
     memory_key TEXT NOT NULL,
     hash TEXT NOT NULL,
     size_bytes INTEGER NOT NULL,
     in_file INTEGER NOT NULL,
     content_type TEXT NOT NULL,
     metadata TEXT NOT NULL,
     created_at TEXT NOT NULL,
     UNIQUE (scope, memory_key)
   ) STRICT;
   CREATE INDEX details_by_age ON details (created_at, detail);
   CREATE INDEX details_in_files ON details (hash) WHERE in_file = 1;

   CREATE TABLE detail_chunks (
     detail INTEGER NOT NULL REFERENCES details ON DELETE CASCADE,
     place INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (detail, place)
   ) STRICT;

   CREATE TABLE detail_words (
     scope INTEGER NOT NULL,
     word TEXT NOT NULL,
     detail INTEGER NOT NULL REFERENCES details ON DELETE CASCADE,
     count INTEGER NOT NULL,
     PRIMARY KEY (scope, word, detail)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX detail_words_by_detail ON detail_words (detail);`,
  { rewrites: addChecksum(detailsTable) },
  'CREATE INDEX details_by_scope_and_age ON details (scope, created_at, detail);',
];

/** The embedded file: one SQLite database in the data directory, with one writer. */

export * from './embedded-file.ts';

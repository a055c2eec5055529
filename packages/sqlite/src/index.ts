/** The embedded file: one SQLite database in the data directory, with one writer and a lock that names its owner. */

export { DirectoryInUse, type DirectoryLock, type DirectoryOwner, lockDirectory, readOwner } from './directory-lock.ts';
export * from './embedded-file.ts';
export { type EmbeddedFileOptions, openEmbeddedFile } from './open.ts';

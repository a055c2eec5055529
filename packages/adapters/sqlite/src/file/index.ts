/** The embedded file: one SQLite database in the data directory, with one writer and a lock that names its owner. */

export { addChecksum, type ChecksummedTable, checksumOf, DamagedRow, prefixedVerifier, type Row, verifyRow } from './checksum.ts';
export { DirectoryInUse, type DirectoryLock, type DirectoryOwner, lockDirectory, readOwner } from './directory-lock.ts';
export * from './embedded-file.ts';
export type { FileReport } from './file-health.ts';
export { DataMissing, readKnownData, setDataAside, writeKnownData } from './known-data.ts';
export { EarlierData } from './migrations.ts';
export { type EmbeddedFileOptions, explainOpening, openEmbeddedFile } from './open-embedded-file.ts';

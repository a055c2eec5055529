/** Memory as Markdown files: layout, documents, snapshot, changes by hand. */

export { editedFact, metadataOf, withFixedMembersOf } from './changes/edited-fact.ts';
export { type HandChange, type HandChangeOf, handChanges } from './changes/hand-changes.ts';
export { checkFiles, type FileProblem } from './check/check-files.ts';
export { readEntries } from './check/read-entries.ts';
export { type ScopeFolder, scopeFolders } from './check/scope-folders.ts';
export { readDocument, type VaultDocument, writeDocument } from './document/document.ts';
export { documentOfNode, type EntryNode, entryIn, readEntry } from './document/entry-document.ts';
export { lineOfMember } from './document/line-of-member.ts';
export { linksOf } from './document/links.ts';
export { MalformedFile } from './document/malformed-file.ts';
export { saysTheSame } from './document/says-the-same.ts';
export { passingState } from './git/passing-state.ts';
export { VaultRepository } from './git/repository.ts';
export { conversationFolder, entryKinds, entryPath } from './layout/entry-path.ts';
export { conflictPath, isEntryFile, type PlaceOfPath, pathOfConflict } from './layout/place-of-path.ts';
export { readVaultScopes, scopeFolder, type VaultScopes } from './layout/scope-folder.ts';
export { type KnownFile, readSnapshot, Snapshot, snapshotName, writeSnapshot } from './snapshot/snapshot.ts';
export { type FileState, type RefusedFile, VaultFiles } from './snapshot/vault-files.ts';
export { type WatchedFolder, watchFolder } from './watch-folder.ts';

/** How long and how much is stored: purges, archives, quotas, lifetimes and unique keys. */

export type { ArchiveLine } from './archive/archive-line.ts';
export { archiveText } from './archive/archive-text.ts';
export { exportScope } from './archive/export-scope.ts';
export { type Imported, importScope } from './archive/import-scope.ts';
export { verifyArchive } from './archive/verify-archive.ts';
export type { CommitLimits } from './commit-limits.ts';
export {
  archivedBy,
  archivedNode,
  compactedKinds,
  isCompacted,
  saidKinds,
  standsFor,
  storedCompaction,
  summarizedBy,
  summarizedByEdge,
  summaryFor,
  summaryText,
} from './compaction/compaction.ts';
export { planUndo, type Undoing } from './compaction/undo-compaction.ts';
export { deletedNode } from './deleted-node.ts';
export { expireNodes } from './expire-nodes.ts';
export { expiryJob } from './expiry-job.ts';
export { type ExpiryReading, type Lifetime, lifetimesFor } from './lifetime.ts';
export { beginPurge } from './purge/begin-purge.ts';
export { finishPurges } from './purge/finish-purges.ts';
export { noteJob } from './purge/marks/note-job.ts';
export { type MarkedPurge, purgesMarked } from './purge/marks/purges-marked.ts';
export { withoutGoing } from './purge/marks/without-going.ts';
export { memoryKinds } from './purge/memory-kinds.ts';
export { purge } from './purge/purge.ts';
export { nodesLeft, type PartOptions, type PurgePart, purgePart } from './purge/purge-part.ts';
export {
  type PurgeAsked,
  type PurgePorts,
  type Purger,
  type PurgeUnderWay,
  purgeOf,
  storedPurge,
} from './purge/purge-under-way.ts';
export { untitled } from './purge/untitle.ts';
export { type Quota, QuotaExceeded, quotasFor } from './quota.ts';
export { type GoesWith, retireNodes } from './retire-nodes.ts';
export {
  claimUniqueKey,
  releaseUniqueKey,
  releaseUniqueKeysOf,
  storedUniqueKey,
  uniqueKeyHolder,
  uniqueKeyId,
} from './unique-key.ts';
export { heldUniqueKeys, uniqueKeysByHolder } from './unique-keys-of-holders.ts';
export { noteUses, usesOf } from './uses.ts';

/** How long and how much is stored: purges, archives, quotas, lifetimes and unique keys. */

export { exportScope } from './archive/export-scope.ts';
export { type Imported, importScope } from './archive/import-scope.ts';
export { verifyArchive } from './archive/verify-archive.ts';
export type { CommitLimits } from './commit-limits.ts';
export { deletedNode } from './deleted-node.ts';
export { expiryJob, type Lifetime, lifetimesFor, type WithLifetimes } from './lifetime.ts';
export { finishPurges } from './purge/finish-purges.ts';
export { memoryKinds, type PurgeAsked, type PurgePorts, type Purger, purge } from './purge/purge.ts';
export { type Quota, QuotaExceeded, quotasFor, type WithQuotas } from './quota.ts';
export { retireNodes } from './retire-nodes.ts';
export {
  claimUniqueKey,
  releaseUniqueKey,
  type StoredUniqueKey,
  storedUniqueKey,
  uniqueKeyHolder,
  uniqueKeyId,
} from './unique-key.ts';
export { noteUses, usesOf } from './uses.ts';

/** What adapters are built from. */

export { brokenExpectations, refuseDuplicates, repeatedCommit } from './commit-rules.ts';
export { anyPart, claimFrom, type Parts, type QueueReads } from './memory/claim-from.ts';
export { createOutboxWakers } from './memory/outbox-wakers.ts';
export { createPartLeases } from './memory/part-leases.ts';
export { noShares, type PartShares, releasedShares, renewedShares } from './part-shares.ts';
export { eventHoldsAny, holdsAny, standsOnlyFor, survivesPurge } from './purge.ts';
export { cutPage } from './reading/cursor.ts';
export { edgeRank, noWeight } from './reading/neighbour-rank.ts';
export { waysBySteps } from './reading/ways-by-steps.ts';

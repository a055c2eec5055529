/** What adapters are built from. */

export { brokenExpectations, refuseDuplicates, repeatedCommit } from './commit-rules.ts';
export { eventHoldsAny, holdsAny, standsOnlyFor, survivesPurge } from './purge.ts';
export { anyPart, claimFrom, type Parts, type QueueReads } from './queue/claim-from.ts';
export { createOutboxWakers } from './queue/outbox-wakers.ts';
export { createPartLeases } from './queue/part-leases.ts';
export { noShares, type PartShares, releasedShares, renewedShares } from './queue/part-shares.ts';
export { cutPage } from './reading/cursor.ts';
export { edgeRank, noWeight } from './reading/neighbour-rank.ts';
export { waysBySteps } from './reading/ways-by-steps.ts';

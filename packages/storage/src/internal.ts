/** What adapters are built from. */

export { readAuthorities } from './authorities.ts';
export { cutPage } from './cursor.ts';
export { anyPart, claimFrom, type Parts, type QueueReads } from './memory/claim-from.ts';
export { createOutboxWakers } from './memory/outbox-wakers.ts';
export { createPartLeases } from './memory/part-leases.ts';
export { edgeRank, noWeight } from './neighbour-rank.ts';
export { noShares, type PartShares, releasedShares, renewedShares } from './part-shares.ts';
export { standsOnlyFor, survivesPurge } from './purge.ts';
export { waysBySteps } from './ways-by-steps.ts';

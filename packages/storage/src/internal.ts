/** What adapters are built from. */

export { readAuthorities } from './authorities.ts';
export { nodeOfWrite } from './node-of-write.ts';
export { standsOnlyFor, survivesPurge } from './purge.ts';

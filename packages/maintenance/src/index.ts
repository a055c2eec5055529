/** Brings the stores in line with each other: check, sweep and reindex. */

export { attributesJob } from './attributes-job.ts';
export { checkStores } from './check-stores.ts';
export { type Disagreement, meanings } from './disagreement.ts';
export { countNodes } from './index-disagreements.ts';
export { indexLag } from './index-lag.ts';
export { type ReindexedScope, reindex } from './reindex.ts';
export { sweep } from './sweep.ts';

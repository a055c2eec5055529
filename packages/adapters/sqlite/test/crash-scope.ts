import { scopeOf } from '@agent-mem/contract';

/** The scope that the crashing writer writes in. */
export const crashScope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });

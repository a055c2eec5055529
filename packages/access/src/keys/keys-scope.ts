import { scopeOf } from '@agent-mem/contract';

/** Where the Graph keeps keys. No caller can name it: names have no control characters. */
export const keysScope = scopeOf({ workspace: '\u001fkeys', user: '\u001fkeys', collection: '\u001fkeys' });

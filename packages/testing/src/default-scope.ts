import { type Scope, scopeOf } from '@agent-mem/contract';

/** The scope of a request that names none. */
export const defaultScope: Scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });

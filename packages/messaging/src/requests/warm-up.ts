import type { Scoped } from '@agent-mem/contract';
import type { Caller } from './request.ts';

/**
 * The first requests of a process, which it makes itself before it is ready: they open connections, producers and collections and load code, so that no
 * caller waits for that. They change nothing, and no caller stores anything in the scope.
 */
export type WarmUp = (ask: Caller['call'], scope: Scoped) => readonly Promise<unknown>[];

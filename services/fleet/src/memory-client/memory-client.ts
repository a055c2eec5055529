import type { Caller } from '@agent-mem/messaging';

/** Asks the services of memory. */
export type MemoryClient = Pick<Caller, 'call'>;

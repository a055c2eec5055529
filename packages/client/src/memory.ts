import type { MemoryServices } from './generated/memory-services.ts';
import type { MemoryAdd } from './memory-add.ts';
import type { MemoryContext } from './memory-context.ts';

/** Whose memory it is. A request that names one of these itself is stronger. */
export interface MemoryScope {
  /** Default `default`. */
  readonly workspace?: string;
  /** Default `default`. */
  readonly user?: string;
  /** Default `default`. */
  readonly collection?: string;
}

/** The services of memory, in this process or over HTTP. Disposing waits for what runs in this process; calls over HTTP end with `cancelled`. */
export interface Memory extends MemoryServices, AsyncDisposable {
  /** Stores messages of a conversation, for memory to learn from. */
  readonly add: MemoryAdd;
  /** What memory has on a query, as one text for a prompt, with its receipt. Nothing is answered and no model is asked. */
  readonly context: MemoryContext;
}

import type { Damage } from '@agent-mem/sqlite/file';
import type { EmbeddedCopy } from './copy-pieces.ts';

/** What maintenance may do with the embedded files of a process. */
export interface EmbeddedData {
  /** How the file of the graph is copied; `null`: it is on a server. */
  readonly copyTo: EmbeddedCopy;
  /** Verifies all of them, and yields what is damaged. */
  damage(): AsyncIterable<Damage>;
}

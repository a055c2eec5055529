import type { Scope } from '@agent-mem/contract';
import { purgeLinesOf } from '@agent-mem/policy';
import type { GraphNode } from '@agent-mem/storage';
import { purgeNoteOf } from './purge-mark.ts';

/** A purge of a scope, as its marks say. */
export interface MarkedPurge {
  /** The only record that was meant; `null`: all, or all of a conversation. */
  readonly memoryId: string | null;
  /** `conversationHash` of the only conversation that was meant; `null`: not one alone. */
  readonly conversation: string | null;
  /** What was made before, in milliseconds since 1970, was erased. */
  readonly before: number;
}

/** The purges that these nodes of a scope speak of. Of a single record only those of the last week are known. */
export function purgesMarked(scope: Scope, nodes: readonly GraphNode[]): readonly MarkedPurge[] {
  const records = nodes.flatMap((node) => {
    const note = purgeNoteOf(node);
    return note?.memoryId ? [{ memoryId: note.memoryId, conversation: null, before: note.before }] : [];
  });
  const lines = purgeLinesOf(scope, nodes)
    .filter(({ mark }) => !mark.id.startsWith('purged:reply:'))
    .map(({ mark, purgedBefore }) => ({
      memoryId: null,
      conversation: /[0-9a-f]{64}$/.exec(mark.id)?.[0] ?? null,
      before: purgedBefore,
    }));
  return [...lines, ...records];
}

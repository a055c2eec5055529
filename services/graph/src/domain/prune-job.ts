import type { Pruned } from '@agent-mem/contract';
import type { JobResult } from '@agent-mem/service-kit';
import type { JsonObject } from '@agent-mem/storage';
import { type Archived, nothingArchived, type PrunePart } from '../prune-part.ts';

/** The kind of a job that prunes. */
export const pruneKind = 'prune';

/** How many of each kind stay; `null`: all. */
export type Keep = Readonly<Record<'Fact' | 'Episode', number | null>>;

/** What the job is to do. */
export function inputOfPrune({ Fact, Episode }: Keep): JsonObject {
  return { keep_facts: Fact, keep_episodes: Episode };
}

/** What `inputOfPrune` has written. */
export function keepOf({ keep_facts, keep_episodes }: JsonObject): Keep {
  return { Fact: numberOf(keep_facts), Episode: numberOf(keep_episodes) };
}

/** What was archived so far. */
export function memoOfPrune({ pruned, count }: Archived): JsonObject {
  return { pruned: JSON.stringify(pruned), count };
}

/** What `memoOfPrune` has written. */
export function archivedOf({ pruned, count }: JsonObject): Archived {
  if (typeof pruned !== 'string') return nothingArchived;
  return { pruned: JSON.parse(pruned) as readonly Pruned[], count: Number(count) };
}

/** The answer of the request, as the job holds it. */
export function pruneResult({ pruned, kept }: PrunePart): JobResult {
  return { pruned: JSON.stringify(pruned), kept: String(kept), dry_run: 'false' };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

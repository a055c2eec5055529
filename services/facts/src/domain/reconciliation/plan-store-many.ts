import { OperationError } from '@agent-mem/contract';
import type { QuotaExceeded } from '@agent-mem/retention';
import type { Sliced } from '@agent-mem/runtime';
import { VersionConflict } from '@agent-mem/storage';
import type { ChangeDraft } from '../changes/change-draft.ts';
import type { RequestedFact } from '../changes/fact-change.ts';
import { factsAtOnce } from '../fact/facts-at-once.ts';
import { type PlannedFact, planFact } from './plan-store.ts';

/** A fact of many, or why it is refused. */
export type OrRefused<Item> = Item | OperationError;

/**
 * Puts many facts into one draft, in order: a text or a key that comes twice is one fact. One that is refused leaves the others as they are.
 * `full`: the refusal of what the scope has no room for. `now`: milliseconds since 1970.
 */
export function* planStoreMany(
  draft: ChangeDraft,
  facts: readonly OrRefused<RequestedFact>[],
  now: number,
  full: QuotaExceeded | null,
): Sliced<readonly OrRefused<PlannedFact>[]> {
  let made = 0;
  const beforeMaking = () => {
    if (full && made >= full.room) throw full;
    made += 1;
  };
  const planned: OrRefused<PlannedFact>[] = [];
  for (const fact of facts) {
    planned.push(fact instanceof OperationError ? fact : orRefused(() => planFact(draft, fact, now, beforeMaking)));
    if (planned.length % factsAtOnce === 0) yield;
  }
  return planned;
}

/** What this answers, or its refusal. Another writer's change is none: it is read again. */
export function orRefused<Item>(make: () => Item): OrRefused<Item> {
  try {
    return make();
  } catch (error) {
    if (error instanceof OperationError && !(error instanceof VersionConflict)) return error;
    throw error;
  }
}

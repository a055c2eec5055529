import { OperationError } from '@agent-mem/contract';
import type { QuotaExceeded } from '@agent-mem/retention';
import { VersionConflict } from '@agent-mem/storage';
import type { ChangeDraft } from '../changes/change-draft.ts';
import type { RequestedFact } from '../changes/fact-change.ts';
import { type PlannedFact, planFact } from './plan-store.ts';

/** A fact of many, or why it is refused. */
export type OrRefused<Item> = Item | OperationError;

/**
 * Puts many facts into one draft, in order: a text or a key that comes twice is one fact. One that is refused leaves the others as they are.
 * `full`: the refusal of what the scope has no room for. `now`: milliseconds since 1970.
 */
export function planStoreMany(
  draft: ChangeDraft,
  facts: readonly OrRefused<RequestedFact>[],
  now: number,
  full: QuotaExceeded | null,
): readonly OrRefused<PlannedFact>[] {
  let made = 0;
  const beforeMaking = () => {
    if (full && made >= full.room) throw full;
    made += 1;
  };
  return facts.map((fact) => (fact instanceof OperationError ? fact : orRefused(() => planFact(draft, fact, now, beforeMaking))));
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

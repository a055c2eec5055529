import type { Clock } from '@agent-mem/contract';

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/** What a process has seen of models that fail: one that hangs holds up a single pass, and not every event behind it. */
export interface ModelAbsence {
  /** Whether the model failed so lately that it is not asked now. */
  isAway(modelId: string): boolean;
  failed(modelId: string): void;
  answered(modelId: string): void;
}

/** Begins with every model there. */
export function createModelAbsence(clock: Pick<Clock, 'now'>): ModelAbsence {
  const failures = new Map<string, { readonly count: number; readonly until: number }>();
  return {
    isAway: (modelId) => (failures.get(modelId)?.until ?? 0) > clock.now(),
    failed(modelId) {
      const count = (failures.get(modelId)?.count ?? 0) + 1;
      failures.set(modelId, { count, until: clock.now() + Math.min(firstPauseMs * 2 ** (count - 1), longestPauseMs) });
    },
    answered: (modelId) => void failures.delete(modelId),
  };
}

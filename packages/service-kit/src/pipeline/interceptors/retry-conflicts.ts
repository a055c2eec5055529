import { conflictsRetried } from '@agent-mem/runtime';
import type { Next, Work } from '../work.ts';

/** Calls the handler again when its commit met another writer. A stream is not begun twice: its frames have been sent. */
export function retryConflicts<Own extends Work & { readonly isStream?: boolean }>(next: Next<Own>): Next<Own> {
  return (work) => (work.isStream ? next(work) : conflictsRetried(work.signal, () => next(work)));
}

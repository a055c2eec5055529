import type { Episode } from '@agent-mem/contract';

/** Whether what was attempted succeeded, why that is believed and what it rests on. */
export type Outcome = Readonly<Pick<Episode, 'outcome_status' | 'outcome_reason' | 'outcome_by'>>;

/** What an outcome may rest on, the weakest first. */
const sources = ['ending', 'message', 'tool', 'feedback'];

/** Nothing says whether it succeeded: that it ended in an answer does not. */
export const unknownOutcome: Outcome = { outcome_status: 'unknown', outcome_reason: null, outcome_by: null };

/** The outcome as older clients read it. */
export function successOf({ outcome_status }: Outcome): boolean | null {
  if (outcome_status === 'succeeded') return true;
  return outcome_status === 'failed' ? false : null;
}

/** The outcome of an episode whose node names none: that of its caller's `success`. What 0.1.0 recorded itself says only that it ended in an answer. */
export function outcomeOfSuccess({ success, trust }: Pick<Episode, 'success' | 'trust'>): Outcome {
  if (success === null || (trust === 'agent' && success)) return unknownOutcome;
  return { ...unknownOutcome, outcome_status: success ? 'succeeded' : 'failed' };
}

/** Whether new evidence changes an outcome: it must be no weaker than what the outcome rests on, and say something else. */
export function changesOutcome(known: Outcome, next: Outcome): boolean {
  if (sources.indexOf(next.outcome_by ?? '') < sources.indexOf(known.outcome_by ?? '')) return false;
  return next.outcome_status !== known.outcome_status || next.outcome_reason !== known.outcome_reason;
}

import type { Episode } from '@agent-mem/contract';

/** An episode's outcome as a model is shown it: the text of a failed one may read like a success. The reason is not shown, since nobody reads it for instructions to a model. */
export function outcomeText({ outcome, outcome_status }: Pick<Episode, 'outcome' | 'outcome_status'>): string {
  if (outcome_status !== 'failed') return outcome;
  return outcome === '' ? 'Failed' : `Failed. ${outcome}`;
}

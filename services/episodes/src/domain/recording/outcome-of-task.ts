import { cancelledError, type InvocationStep, undecidedError } from '@agent-mem/contract';
import { type Outcome, unknownOutcome } from '../episode/outcome.ts';
import { argumentsOf, attemptOf } from '../experience/experience.ts';
import { onlyLooks } from '../experience/overcoming/looking.ts';
import type { TaskDone } from './recorded-story.ts';
import { shortened } from './shortened.ts';

/** A person who does not decide says nothing of what the agent did. */
const undecided: Outcome = { ...unknownOutcome, outcome_reason: 'It waited for a decision, and nobody decided in time' };

/**
 * The outcome that a task shows itself: the final status of its tools, those that only looked aside; else that it ended by an error. Where it ended by
 * an error after a tool that succeeded, as at the limit of iterations, nothing says what came of it. Nor does it where the caller cancelled it, or did not decide.
 */
export function outcomeOfTask(
  { success, error }: Pick<TaskDone, 'success' | 'error'>,
  steps: readonly InvocationStep[],
): Outcome {
  const last = steps.findLast(({ action, arguments: given }) => action !== '' && !onlyLooks(action, argumentsOf(given)));
  if (last) {
    const what = shortened(attemptOf(last), 200);
    if (!last.success) return { outcome_status: 'failed', outcome_reason: `${what} failed at last`, outcome_by: 'tool' };
    if (success) return { outcome_status: 'succeeded', outcome_reason: `${what} succeeded at last`, outcome_by: 'tool' };
  }
  if (error === undecidedError) return undecided;
  if (last || success || error === cancelledError) return unknownOutcome;
  return {
    outcome_status: 'failed',
    outcome_reason: shortened(`It ended by an error: ${error ?? ''}`, 200),
    outcome_by: 'ending',
  };
}

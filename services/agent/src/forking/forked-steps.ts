import { turnWithResult } from '@agent-mem/agent-loop';
import { counting, type ForkRequest, OperationError } from '@agent-mem/contract';
import type { ResumedAt } from '../journal/journal-entry.ts';
import type { RunTrace } from '../journal/traces.ts';

/** Where a fork begins: behind the steps that it takes over. Throws `out-of-range` or `invalid-argument` that names the member. */
export function forkedSteps(
  { invocation, steps }: RunTrace,
  { step: count, result }: Pick<ForkRequest, 'step' | 'result'>,
): ResumedAt {
  if (count > steps.length)
    throw new OperationError('out-of-range', `step: the run took ${counting(steps.length, 'step')}, got ${count}`);
  const taken = steps.slice(0, count);
  if (result === null) return { steps: taken, begun: null, usage: [], stop: null };
  const last = taken.at(-1);
  if (!last || last.step.action === '') throw new OperationError('invalid-argument', `result: step ${count} called no tool`);
  const at = { invocationId: invocation.invocationId, position: count - 1 };
  return { steps: taken.slice(0, -1), begun: turnWithResult(last, result, at), usage: [], stop: null };
}

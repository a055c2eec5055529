import type { InvocationCompleted, InvocationStep } from '@agent-mem/contract';

/** An invocation that did less in the world is an answer, not a task, unless it went by a plan. */
const minTaskSteps = 2;
/** A list of fewer points is no plan. */
const minPlanPoints = 2;
const planPoint = /^\s*(?:\d{1,2}[.)]|[-*•]|step \d{1,2}\b|\[[ x]\])\s*\S/i;

/** Whether an invocation was a task: it took at least two steps in the world, or one of its thoughts was a plan. */
export function isTask(done: Pick<InvocationCompleted, 'steps'>, externalSteps: readonly InvocationStep[]): boolean {
  return externalSteps.length >= minTaskSteps || done.steps.some(({ thought }) => isPlan(thought));
}

function isPlan(thought: string): boolean {
  return thought.split('\n').filter((line) => planPoint.test(line)).length >= minPlanPoints;
}

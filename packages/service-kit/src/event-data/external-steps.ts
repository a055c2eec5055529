import type { InvocationCompleted, InvocationStep } from '@agent-mem/contract';

/** The agent's tools that read or write memory, by their names. */
const memoryTools: ReadonlySet<string> = new Set([
  'RetrieveFacts',
  'RecallEpisodes',
  'StoreFact',
  'Forget',
  'Correct',
  'store_memory',
  'retrieve_memory',
  'search_memory',
]);

/** The steps in which the agent did something in the world. What it asked of memory is left out: memory must not learn from itself. */
export function externalSteps(done: Pick<InvocationCompleted, 'steps'>): readonly InvocationStep[] {
  return done.steps.filter((step) => step.action !== '' && !step.from_memory && !memoryTools.has(step.action));
}

import type { TemplateVariables } from '@agent-mem/llm';

/** Everything stays: which facts contradict each other is told by rules only where their subjects are at hand, in the service that keeps them. */
export function leaveFacts({ memories, facts }: TemplateVariables['reconcile-facts']) {
  return [
    ...memories.map(({ number }) => ({ id: number, event: 'NONE' })),
    ...facts.map(({ number }) => ({ id: number, event: 'ADD' })),
  ];
}

import { sentenceOf, type TemplateVariables } from '@agent-mem/llm';
import { clip } from './clip.ts';

/** Says which tools were used, how often, and what the last of them showed. */
export function summariseInvocation({ steps }: TemplateVariables['summarise-invocation']): string {
  const used = new Map<string, number>();
  for (const { action } of steps) {
    if (action !== '') used.set(action, (used.get(action) ?? 0) + 1);
  }
  if (used.size === 0) return 'The agent answered from what it had in view.';
  const tools = [...used].map(([tool, times]) => (times === 1 ? tool : `${tool} ${times} times`)).join(', ');
  const last = steps.findLast(({ observation }) => observation !== '');
  const observed = last === undefined ? '' : ` and saw at last: ${clip(sentenceOf(last.observation), 200)}`;
  return `The agent used ${tools}${observed}`.replace(/[.…]?$/, '.');
}

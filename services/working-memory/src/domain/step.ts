import type { WorkingMemoryItem } from '@agent-mem/contract';

/** A thought, the action it led to and what was observed: they stay or are left out together, so that no observation stands without its action. */
export interface Step {
  /** Position of its first item in the trace. */
  readonly start: number;
  readonly items: readonly WorkingMemoryItem[];
}

/** The trace in steps. A step begins with a thought or an action that follows an action or an observation. */
export function stepsOf(items: readonly WorkingMemoryItem[]): readonly Step[] {
  const steps: { start: number; items: WorkingMemoryItem[] }[] = [];
  for (const [index, item] of items.entries()) {
    const current = steps.at(-1);
    if (current && continues(current.items, item)) current.items.push(item);
    else steps.push({ start: index, items: [item] });
  }
  return steps;
}

function continues(step: readonly WorkingMemoryItem[], item: WorkingMemoryItem): boolean {
  if (step.some(({ type }) => type === 'goal' || type === 'summary')) return false;
  switch (item.type) {
    case 'observation':
      return step.some(({ type }) => type === 'action' || type === 'observation');
    case 'thought':
    case 'action':
      return step.every(({ type }) => type === 'thought');
    case 'goal':
    case 'summary':
      return false;
    default: {
      const unknown: never = item.type;
      return unknown;
    }
  }
}

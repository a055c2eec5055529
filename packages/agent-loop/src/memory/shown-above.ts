import { factLine } from '@agent-mem/memory-tools';
import type { TraceItem } from './trace-that-fits.ts';

/** Leaves out of observations the facts that stand in the same prompt already, and says how many. A fact whose text is another by now stays. */
export function withoutShownAbove(
  items: readonly TraceItem[],
  facts: readonly { readonly id: string; readonly content: string }[],
): readonly TraceItem[] {
  const shown = new Set(facts.map(factLine));
  return items.map(({ type, content }) => {
    if (type !== 'observation') return { type, content };
    const lines = content.split('\n');
    const others = lines.filter((line) => !shown.has(line));
    const above = lines.length - others.length;
    if (above === 0) return { type, content };
    const said = above === 1 ? '1 fact that was found stands above.' : `${above} facts that were found stand above.`;
    return { type, content: [...others, said].join('\n') };
  });
}

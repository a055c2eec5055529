import type { WorkingMemoryItem } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/retrieval';
import { cutToTokens } from './cut.ts';
import { type Fragment, mustKeep, worthKeeping } from './fragment.ts';

/** Older steps, and what was written of some of them before. */
export interface Digestible {
  readonly items: readonly WorkingMemoryItem[];
  /** A summary of the items before `covers`. */
  readonly summary: { readonly content: string; readonly covers: number } | null;
  readonly question: string;
}

/** Part of a digest that an earlier summary may take before what must survive is added. */
const summaryShare = 0.6;

/** Older steps in at most so many tokens, by rules: what must survive first, then as much of the rest as fits, in the order it happened. */
export function digest({ items, summary, question }: Digestible, maxTokens: number): string {
  const opening = summary ? cutToTokens(summary.content, Math.floor(maxTokens * summaryShare)) : '';
  const uncovered = items.slice(summary?.covers ?? 0);
  const offset = summary?.covers ?? 0;
  const rest = worthKeeping(uncovered).map((fragment) => ({ ...fragment, place: fragment.place + offset }));
  return withFragments(opening, [...mustKeep(items, question, maxTokens), ...rest], maxTokens);
}

/** A summary with the fragments it does not hold yet, by rank and then the newest first, as far as they fit. */
export function withFragments(opening: string, fragments: readonly Fragment[], maxTokens: number): string {
  const ranked = fragments.toSorted((a, b) => a.rank - b.rank || b.place - a.place);
  let chosen: readonly Fragment[] = [];
  let text = written(opening, chosen);
  for (const fragment of ranked) {
    if (fragment.text === '' || text.includes(fragment.text)) continue;
    const candidates = [...chosen, fragment];
    const candidate = written(opening, candidates);
    if (countTokens(candidate) > maxTokens) continue;
    chosen = candidates;
    text = candidate;
  }
  return cutToTokens(text, maxTokens);
}

function written(opening: string, fragments: readonly Fragment[]): string {
  const lines = fragments.toSorted((a, b) => a.place - b.place).map(({ text }) => `- ${text}`);
  return [opening, ...lines].filter((line) => line !== '').join('\n');
}

import type { WorkingMemoryItem } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { cutToTokens } from './cut.ts';
import { essentialFragments, type Fragment, usefulFragments } from './fragment.ts';

/** Older steps, and what was written of some of them before. */
export interface Digestible {
  readonly items: readonly WorkingMemoryItem[];
  /** A summary of the items before `covers`. */
  readonly summary: { readonly content: string; readonly covers: number } | null;
  readonly question: string;
}

/** Part of a digest that an earlier summary may take before what must survive is added. */
const summaryShare = 0.6;
/** A line break, a dash, and a word. */
const leastLineTokens = 3;

/** Older steps in at most so many tokens, by rules: what must survive first, then as much of the rest as fits, in the order it happened. */
export function digest({ items, summary, question }: Digestible, maxTokens: number): string {
  const opening = summary ? cutToTokens(summary.content, Math.floor(maxTokens * summaryShare)) : '';
  const uncovered = items.slice(summary?.covers ?? 0);
  const offset = summary?.covers ?? 0;
  const rest = usefulFragments(uncovered, maxTokens).map((fragment) => ({ ...fragment, place: fragment.position + offset }));
  return withFragments(opening, [...essentialFragments(items, question, maxTokens), ...rest], maxTokens);
}

/** A summary with the fragments it does not hold yet, by rank and then the newest first, as far as they fit. */
export function withFragments(opening: string, fragments: readonly Fragment[], maxTokens: number): string {
  const ranked = fragments.toSorted((a, b) => a.rank - b.rank || b.position - a.position);
  const chosen: Fragment[] = [];
  let held = opening;
  // A line break parts tokens, so what the lines take apart is what they take together.
  let room = maxTokens - countTokens(opening);
  for (const fragment of ranked) {
    if (room < leastLineTokens) break;
    if (fragment.text === '' || held.includes(fragment.text)) continue;
    const tokens = countTokens(`\n- ${fragment.text}`);
    if (tokens > room) continue;
    chosen.push(fragment);
    held += `\n${fragment.text}`;
    room -= tokens;
  }
  return cutToTokens(written(opening, chosen), maxTokens);
}

function written(opening: string, fragments: readonly Fragment[]): string {
  const lines = fragments.toSorted((a, b) => a.position - b.position).map(({ text }) => `- ${text}`);
  return [opening, ...lines].filter((line) => line !== '').join('\n');
}

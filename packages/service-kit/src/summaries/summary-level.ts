/** How deep a summary goes. */
export type SummaryLevel = 'NONE' | 'BRIEF' | 'STANDARD' | 'DETAILED' | 'HIERARCHICAL';

interface LevelRule {
  readonly level: SummaryLevel;
  /** It is for less than so many tokens. */
  readonly below: number;
  /** The part of what it covers that a summary may take, 0 to 1. */
  readonly share: number;
}

const rules: readonly LevelRule[] = [
  { level: 'NONE', below: 100, share: 0 },
  { level: 'BRIEF', below: 500, share: 0.2 },
  { level: 'STANDARD', below: 3_000, share: 0.12 },
  { level: 'DETAILED', below: 15_000, share: 0.07 },
];
const deepest: LevelRule = { level: 'HIERARCHICAL', below: Infinity, share: 0.07 };
/** A summary that goes into every prompt grows no further: what it leaves out stands in those it was made of. */
const mostTokens = 1_050;

/** The level for a text of so many tokens, and how many tokens its summary may have. */
export function summaryLevel(tokens: number): { readonly level: SummaryLevel; readonly maxTokens: number } {
  const { level, share } = rules.find(({ below }) => tokens < below) ?? deepest;
  return { level, maxTokens: Math.min(Math.floor(tokens * share), mostTokens) };
}

/** Whether it is made of summaries of chunks. */
export function isChunked(level: SummaryLevel): boolean {
  return level === 'DETAILED' || level === 'HIERARCHICAL';
}

/** Analyse text, score candidates, fit a budget of tokens: pure functions, the same over every store. */

export { type AnalysedText, analyse, queryTerms } from './analyse.ts';
export { type BudgetFit, fitBudget } from './budget.ts';
export { type RankedHit, type RankQuery, rank, weighTerms } from './rank.ts';
export { countTokens, truncateToTokens } from './tokens.ts';
export { cosine } from './vector.ts';

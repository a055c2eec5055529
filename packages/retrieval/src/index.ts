/** Analyse text, score candidates, fit a budget of tokens: pure functions, the same over every store. */

export { type AnalysedText, analyse, queryTerms } from './analyse.ts';
export { type Collection, weighTerms } from './bm25.ts';
export { type BudgetFit, fitBudget } from './budget.ts';
export type { Language } from './language.ts';
export { languageOf } from './languages.ts';
export { type RecallParameters, withParameters } from './parameters.ts';
export type { Candidate } from './pool.ts';
export { type PresetName, presetNames, presetProfile, type RecallUse } from './presets.ts';
export type * from './profile.ts';
export { analyseQuestion, type Question } from './question.ts';
export { type Ranked, type RankInput, rank, rerank, withRecency, withTense } from './rank.ts';
export { diversify } from './stages/diversity.ts';
export type { PastQuestion } from './stages/past-questions.ts';
export { type DescribedText, describeText, type IndexedText, type TextFeatures } from './text-features.ts';
export { countTokens, truncateToTokens } from './tokens.ts';
export { cosine } from './vector.ts';

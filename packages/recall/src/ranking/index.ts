/** Pure: analyse text, score, rank, diversify, count tokens. */

export { analyse, queryTerms } from './analyse.ts';
export { weighTerms } from './bm25.ts';
export { type Choosable, chooseTogether } from './context/choose-together.ts';
export { inTime, type Said, sessionHeading, sessionsOf } from './context/sessions.ts';
export { questionVerbs, questionWords } from './english.ts';
export type { Language } from './language.ts';
export { languageOf } from './languages.ts';
export { withParameters } from './parameters.ts';
export { presetProfile } from './presets.ts';
export type { RecallProfile } from './profile.ts';
export { analyseQuestion, asksOfPast } from './question.ts';
export { rank, withRecency, withTense } from './rank.ts';
export { describeText } from './text-features.ts';
export { countTokens, estimateTokens, fitsTokens, truncateToTokens } from './tokens.ts';
export { cosine } from './vector.ts';

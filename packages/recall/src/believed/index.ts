/** What may be shown of what was said or done, though some facts are believed no more. */

export { type RememberedText, textOfEpisode } from './remembered-text.ts';
export { holdsNothingRetired, retiredFactsAsked } from './retired-facts.ts';
export { type Statement, statementOf, states, textTerms } from './statement.ts';

/** What may be shown of what was said or done, though some facts are believed no more. */

export { believedBefore } from './believed-before.ts';
export { namingTheUser } from './named-user.ts';
export { type RememberedText, textOfEpisode } from './remembered-text.ts';
export { holdsNothingRetired, retiredFactsAsked, retiredStatuses } from './retired-facts.ts';
export { type Statement, statementOf, states, textTerms, withoutUser } from './statement.ts';

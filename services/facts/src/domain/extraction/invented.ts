import { withoutUser } from '@agent-mem/recall/believed';
import { findNames, nameKey } from '@agent-mem/recall/names';
import { type Language, queryTerms } from '@agent-mem/recall/ranking';

/** Share of a statement's words up to which it is not drawn from a text. */
const mostChance = 1 / 3;
/** Letters by which two words are one name: "Germany" and "German". */
const alike = 4;
/** Words that English alone has: a statement says a message of another language in other words, and often in other names. */
const english = /\b(?:the|my|i|and|our|have|you|that|this|with)\b/i;
/** "NYC": the statement may write it out. */
const abbreviation = /\p{Lu}{2}/u;

/**
 * Whether a model has made a statement up: all its names are missing in the text that the model read, and so are most of its other words. Small models
 * repeat the example of their prompt, or say something of nobody. In doubt it is not.
 */
export function isInvented(statement: string, read: string, language: Language): boolean {
  const said = withoutUser(statement);
  const names = findNames(said).filter(({ isSure }) => isSure);
  if (names.length === 0 || !english.test(read) || abbreviation.test(read)) return false;
  const held = new Set(queryTerms(read, language));
  const terms = queryTerms(said, language);
  if (terms.filter((term) => held.has(term)).length > mostChance * terms.length) return false;
  const begins = new Set(beginningsOf(nameKey(read)));
  return names.every(({ key }) => !beginningsOf(key).some((begin) => begins.has(begin)));
}

function beginningsOf(key: string): readonly string[] {
  return key.split(' ').map((word) => word.slice(0, alike));
}

import { withoutUser } from '@agent-mem/recall/believed';
import { findNames, nameKey } from '@agent-mem/recall/names';
import { type Language, queryTerms } from '@agent-mem/recall/ranking';

/** Share of a statement's words up to which it is not drawn from a text. */
const mostChance = 1 / 3;
/** Letters by which two words are one name: "Germany" and "German". */
const alike = 4;
/** Words that English alone has: a statement says a message of another language in other words, and often in other names. */
const english = /\b(?:the|my|i|and|our|have|you|that|this|with)\b/i;
/** The name in the examples of the prompts. Names are alike in languages of one alphabet, so it may be missed in a text of any of them. */
const exampleName = nameKey('Anne');
const latin = /\p{Script=Latin}/u;
/** "NYC": the statement may write it out. */
const abbreviation = /\p{Lu}{2}/u;

/**
 * Whether a model has made a statement up: all its names are missing in the text that the model read, and so are most of its other words. Small models
 * repeat the example of their prompt, or say something of nobody. In doubt it is not. The text is analysed once, for the first statement with a name.
 */
export function inventedIn(read: string, language: Language): (statement: string) => boolean {
  const isJudged = english.test(read) && !abbreviation.test(read);
  let analysed: { readonly terms: ReadonlySet<string>; readonly begins: ReadonlySet<string> } | null = null;
  return (statement) => {
    const said = withoutUser(statement);
    const names = findNames(said).filter(({ isSure }) => isSure);
    if (names.length === 0) return false;
    analysed ??= { terms: new Set(queryTerms(read, language)), begins: new Set(beginningsOf(nameKey(read))) };
    const { terms: held, begins } = analysed;
    if (!isJudged) return latin.test(read) && names.every(({ key }) => key === exampleName) && !begins.has(exampleName);
    const terms = queryTerms(said, language);
    if (terms.filter((term) => held.has(term)).length > mostChance * terms.length) return false;
    return names.every(({ key }) => !beginningsOf(key).some((begin) => begins.has(begin)));
  };
}

/**
 * Whether a statement that a model made of English facts has no word of theirs. Small models write the example of their prompt in its stead.
 */
export function unsaidIn(facts: string, language: Language): (statement: string) => boolean {
  let said: ReadonlySet<string> | null = null;
  return (statement) => {
    if (!english.test(facts)) return false;
    said ??= new Set(queryTerms(facts, language));
    const terms = queryTerms(withoutUser(statement), language);
    return terms.length > 0 && !terms.some((term) => said?.has(term));
  };
}

function beginningsOf(key: string): readonly string[] {
  return key.split(' ').map((word) => word.slice(0, alike));
}

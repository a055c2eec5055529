import type { NewFact } from '../fact/fact-node.ts';
import { wordsOf } from '../languages/languages.ts';

/** A fact that was found in what was said. */
export interface LearnedFact extends NewFact {
  /** Its writer asked for it to be remembered. */
  readonly isAskedFor: boolean;
}

const politely = `(?:(?:please|and|so|${wordsOf('please')}),? )*`;
const english = "remember|note|keep (?:(?:that|this|it) )?in mind|bear in mind|make a note|(?:don’t|don't|do not|never) forget";
const remember = `${english}|${wordsOf('remember')}`;
const begins = new RegExp(`^${politely}(?:${remember})(?![\\p{L}])`, 'iu');
/** "Merk dir bitte, dass …": what stands before the clause that is to be remembered, in another language than English. */
export const beforeClause = new RegExp(`^${politely}(?:${wordsOf('remember')})(?:${wordsOf('beforeClause')}|: ?)`, 'iu');
const thisIsAsked = `${politely}(?:${remember})(?: of)?(?: that| this| it|${wordsOf('that')})?(?:,? ${politely.trim()})?[\\s.!]*$`;
/** "please remember that.": what was said before it. */
const refersBack = new RegExp(`^${thisIsAsked}`, 'iu');
/** "I like jazz, remember that.": the same in one sentence. */
const ends = new RegExp(`[,;–—]\\s*${thisIsAsked}`, 'iu');

/** Whether the writer of a text asked for what this quote of it says to be remembered: in its sentence, or in the one behind it. */
export function isAskedToRemember(quote: string, text: string): boolean {
  const said = text.split(/(?<=[.!?;])\s+|\n/u).filter((each) => each.trim() !== '');
  return said.some((sentence, index) => {
    const isQuoted = quote.includes(sentence) || sentence.includes(quote);
    return isQuoted && (begins.test(sentence) || ends.test(sentence) || refersBack.test(said[index + 1] ?? ''));
  });
}

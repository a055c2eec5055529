import type { NewFact } from '../fact/fact-node.ts';

/** A fact that was found in what was said. */
export interface LearnedFact extends NewFact {
  /** Its writer asked for it to be remembered. */
  readonly isAskedFor: boolean;
}

const politely = `(?:(?:please|and|so|bitte|por favor|s'il (?:te|vous) plaît),? )*`;
const english = "remember|note|keep (?:(?:that|this|it) )?in mind|bear in mind|make a note|(?:don’t|don't|do not|never) forget";
const otherLanguages = [
  'merk(?:e)? dir|merken sie sich|denk(?:e)? daran|vergiss nicht|notier(?:e)?',
  "souviens-toi|souvenez-vous|retiens|retenez|n'oublie(?:z)? pas|note(?:z)?",
  'recuerda|acuérdate|no olvides|anota',
  'lembra-te|lembre-se|lembra|não (?:te )?esqueças|não (?:se )?esqueça|anota',
].join('|');
const remember = `${english}|${otherLanguages}`;
const begins = new RegExp(`^${politely}(?:${remember})(?![\\p{L}])`, 'iu');
/** "Merk dir bitte, dass …": what stands before the clause that is to be remembered. */
export const beforeClause = new RegExp(`^${politely}(?:${otherLanguages})(?: bitte)?(?:,? (?=dass )|,? (?:de )?que |: ?)`, 'iu');
const thisIsAsked = `${politely}(?:${remember})(?: of)?(?: that| this| it|,? das| cela| ça| eso| esto| isso| isto)?(?:,? ${politely.trim()})?[\\s.!]*$`;
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

import { several } from '../../statements/single-valued.ts';
import { statementWords } from '../../statements/statement-words.ts';
import { ofTheUser } from '../statement/of-the-user.ts';

const now =
  /,? (?:now|nowadays|these days|from now on)(?=[.!]*$)|^(?:now|nowadays|these days|from now on),? |(?<= is| am| are|'m|'s) now\b/iu;
/** Of what stands before a name, that one alone stands there at a time: "sells their milk to", "the user's club is". */
const said = /^(.+ (?:to|with|at|for|from|by|through|is|are)) (\p{Lu}[\p{L}\d'’.-]*(?: [\p{Lu}\d][\p{L}\d'’.-]*){0,3})$/u;

/** A fact with another name behind the same words: "I sell my milk to Muller now" of "The user sells their milk to Arla". `null`: the clause says no such thing of it. */
export function anotherName(content: string, clause: string): string | null {
  const [, words, old] = said.exec(content) ?? [];
  const bare = clause.replace(/[\s.!]+$/, '');
  if (words === undefined || !now.test(bare)) return null;
  const [, sameWords, name] = said.exec(ofTheUser(bare.replace(now, '').replace(/'m\b/, ' am'))) ?? [];
  if (sameWords !== words || name === old) return null;
  // Of sisters there may be two; a child by name has one teacher.
  const about = statementWords(words.replace(/ (?:is|are)$/, ''));
  const isOne = /^\p{Lu}[\p{L}-]*['’]s teacher /u.test(words);
  return several.has(about.at(-1) ?? '') && !isOne ? null : `${words} ${name}`;
}

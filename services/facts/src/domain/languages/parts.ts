import { foreignStatement } from './in-english.ts';
import type { Owned, Retold } from './language.ts';
import { languages } from './languages.ts';

/** One whom somebody has: an article, a noun, and a name perhaps. */
const oneForms = new Map(
  languages.map(({ retold }) => [
    retold,
    new RegExp(`^\\p{Ll}+ (\\p{L}+)(?:,? (?:(?:${retold.called}) )?(\\p{Lu}[\\p{L}'’-]+))?$`, 'u'),
  ]),
);

/**
 * What a statement says of somebody of the user's, each thing by itself: "hat gekündigt und arbeitet bei Audi" says two, and so does
 * "hat eine Tochter, sie ist vier". Of a pronoun that stands for somebody else nothing is said.
 */
export function partsOf(text: string): readonly string[] {
  const statement = foreignStatement(text);
  if (statement === null) return [text];
  const { language, theirs, verb } = statement;
  const [first = text, ...rest] = text.split(language.joined);
  const had = theirs === null ? hadIn(first, language) : null;
  const article = (theirs ?? had?.one)?.article;
  const begins = had ? language.ofUser(had.one, had.name) : text.slice(0, text.indexOf(` ${verb} `));
  if (rest.length === 0 || article === undefined || begins === '') return [text];
  const parts = [first];
  for (let at = 0; at < rest.length; at += 2) {
    const [pronoun, said = ''] = rest.slice(at, at + 2);
    if (pronoun !== undefined && pronoun !== language.pronouns[article]) break;
    parts.push(`${begins} ${said}`);
  }
  return parts;
}

/** The one whom the user has, where a statement ends with them: "hat eine Tochter namens Zoe"; `null`: it ends with none, or with several. */
function hadIn(text: string, language: Retold): { readonly one: Owned; readonly name?: string } | null {
  const [verb = '', ...words] = text.replace(language.user, '').split(' ');
  if (language.verbs.get(verb)?.english !== 'has') return null;
  const [, noun = '', name] = oneForms.get(language)?.exec(words.join(' ')) ?? [];
  const one = language.ones.get(noun)?.('');
  return one?.what === noun ? { one, ...(name !== undefined && { name }) } : null;
}

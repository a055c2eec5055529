import { namingTheUser } from '@agent-mem/recall/believed';
import type { Retold } from './language.ts';
import { languages } from './languages.ts';
import { ownInEnglish } from './possessives.ts';

/** In characters, as of what is learned of a message. */
const longest = 300;

/** Of these somebody may have several, and is asked how many. */
const counted = /^(?:sons?|daughters?|brothers?|sisters?|dogs?|cats?)$/;

/** What people do for its own sake stands behind these. */
const pursued = / (?:does|goes|plays|likes|loves|hobby is|hobbies are) /;

/** A statement of another language by who it is of, what denies it, its verb and the rest. */
export interface ForeignStatement {
  readonly language: Retold;
  /** `null`: the user. Else what of the user's, its article and its name. */
  readonly theirs: { readonly article: string; readonly what: string; readonly name: string } | null;
  readonly before: string;
  readonly verb: string;
  readonly rest: string;
  /** It says how somebody is called, and no more. */
  readonly isNaming: boolean;
}

/** Takes a statement about the user in another language than English apart; `null`: it is none. */
export function foreignStatement(text: string): ForeignStatement | null {
  if (text.length > longest) return null;
  for (const { retold: language } of languages) {
    const user = language.user.exec(text);
    const own = user ?? language.theirs.exec(text);
    if (own === null) continue;
    const [, article = '', what = '', name = ''] = own;
    const said = text.slice(own[0].length).replace(/[\s.!]+$/, '');
    const found = verbIn(language, said);
    if (found === null) return null;
    const isNaming = / named$/.test(language.verbs.get(found.verb)?.english ?? '');
    return { language, theirs: user === null ? { article, what, name } : null, ...found, isNaming };
  }
  return null;
}

/** The statement as rules for English read it: who it is of, its verb and what denies it in English, the rest in its own words. */
export function inEnglish(text: string): string {
  const statement = foreignStatement(text);
  if (statement === null) return namingTheUser(text);
  const { language, theirs, before, verb } = statement;
  const rest = ownInEnglish(statement.rest, language, theirs === null);
  const complement = theirs !== null && language.complement.test(before) ? ` ${before}` : '';
  const of = theirs === null ? 'The user' : `The user's ${nounOf(theirs.what, language)}${theirs.name}${complement}`;
  let said = ` ${complement === '' ? before : ''} |${rest === '' ? '' : ` ${rest}`}`;
  let denial = '';
  for (const [form, english] of language.denials) {
    if (denial !== '' || !form.test(said)) continue;
    denial = `${english} `;
    said = said.replace(form, '');
  }
  said = `${language.verbs.get(verb)?.english ?? verb}${said.slice(said.indexOf('|') + 1)}`;
  for (const [form, english] of language.words) said = said.replace(form, english);
  if (said.startsWith('has '))
    said = said.replace(/(?<!\p{L})\p{L}{3,}(?!\p{L})/gu, (word) => {
      const noun = language.nouns.get(word) ?? '';
      return counted.test(noun) ? noun : word;
    });
  const english = (language.whole ?? []).reduce((text, [form, as]) => text.replace(form, as), `${of} ${denial}${said}`);
  return pursued.test(english)
    ? english.replace(/\p{L}{3,}/gu, (word) => language.pastimes.get(word.toLowerCase()) ?? word)
    : english;
}

/** The same with what only matters where it is compared with another statement. */
export function comparedInEnglish(text: string): string {
  const words = foreignStatement(text)?.language.compared ?? [];
  return words.reduce((english, [form, as]) => english.replace(form, as), inEnglish(text));
}

function nounOf(what: string, { nouns }: Retold): string {
  return (nouns.get(what) ?? what).replace('-', ' ');
}

/** The verb with what stands before it: "já não mora em Braga"; `null`: the text begins with none. */
export function verbIn({ verbs }: Retold, said: string): Pick<ForeignStatement, 'before' | 'verb' | 'rest'> | null {
  const words = said.split(' ');
  for (let at = 0; at < Math.min(words.length, 5); at += 1)
    for (const length of [2, 1]) {
      const verb = words.slice(at, at + length).join(' ');
      if (verbs.has(verb)) return { before: words.slice(0, at).join(' '), verb, rest: words.slice(at + length).join(' ') };
    }
  return null;
}

import { capitalised } from '../statements/capitalised.ts';
import { foreignStatement } from './in-english.ts';
import { ownToUser } from './possessives.ts';

/** "Der Nutzer wohnt in Kiel" as it is said to the user: "Du wohnst in Kiel". `null`: it is no statement of the user in another language. */
export function foreignSecondPerson(content: string): string | null {
  const statement = foreignStatement(content);
  if (statement === null) return null;
  const { language, theirs, before, verb } = statement;
  const rest = ownToUser(statement.rest, language, theirs === null);
  const said = (what: string) => [before, what, rest].filter((part) => part !== '').join(' ');
  if (theirs !== null) return `${language.your(theirs.article, theirs.what)} ${theirs.what}${theirs.name} ${said(verb)}`;
  return capitalised(`${language.you}${said(language.verbs.get(verb)?.toUser ?? verb)}`);
}

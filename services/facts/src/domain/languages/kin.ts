import { foreignStatement, inEnglish, verbIn } from './in-english.ts';
import type { Language, Owned, Retold } from './language.ts';
import { languages } from './languages.ts';
import { listedIn } from './listed.ts';

/** In characters. What is longer is pasted, and speaks of many. */
const longest = 300;
const name = "\\p{Lu}[\\p{L}'’-]+";
/** Who comes first in a sentence. In Portuguese an article stands before the name. */
const first = new RegExp(`(?<=^|[.!?] )([OA] )?(${name}) (?=\\p{Ll})`, 'gu');
const isNamed = new RegExp(` is named (${name})$`, 'u');

/**
 * A message in which somebody comes first whom facts of its language name, with what they are to the user before the name: "Rex ist gestorben" says
 * "Unser Hund Rex ist gestorben". Every other message stays as it is.
 */
export function byKinship(message: string, contents: readonly string[]): string {
  if (message.length > longest) return message;
  return message.replace(first, (whole, article: string | undefined, called: string, at: number) => {
    const rest = message.slice(at + whole.length).replace(/[,.!?;:].*$/su, '');
    for (const language of languages) {
      if (verbIn(language.retold, rest) === null) continue;
      const kin = kinOf(called, article === 'A ', language, contents);
      if (kin) return `${language.retold.own(kin.article)} ${kin.what} ${called} `;
    }
    return whole;
  });
}

/** `null`: no fact of the language says what they are, or several say it differently. */
function kinOf(called: string, isHer: boolean, { retold }: Language, contents: readonly string[]): Owned | null {
  const found = contents.flatMap((content) => (content.includes(called) ? (kinIn(content, called, isHer, retold) ?? []) : []));
  const [kin] = found;
  return kin !== undefined && found.every(({ what }) => what === kin.what) ? kin : null;
}

function kinIn(content: string, called: string, isHer: boolean, retold: Retold): Owned | null {
  const statement = foreignStatement(content);
  if (statement?.language !== retold) return null;
  const { theirs } = statement;
  const list = listedIn(content);
  if (list?.names.includes(called)) return list.one(isHer ? 'a' : called);
  const isTheirs = theirs !== null && (theirs.name.trim() === called || isNamed.exec(inEnglish(content))?.[1] === called);
  return isTheirs ? theirs : null;
}

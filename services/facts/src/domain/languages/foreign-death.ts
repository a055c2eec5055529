import { kindOfBeing } from '../statements/beings.ts';
import { inEnglish } from './in-english.ts';
import { wordsOf } from './languages.ts';
import { listedIn, withoutListed } from './listed.ts';
import { statedInMessage } from './stated-in-message.ts';

const dying = new RegExp(`(?<!\\p{L})(?:${wordsOf('died')})(?!\\p{L})`, 'iu');
const died = /^The user's (\p{Ll}+) (\p{Lu}[\p{L}'’-]*) (?:died|is tot)\b/u;

/** Somebody of the user's, who has a name. */
interface Named {
  readonly kind: string;
  readonly name: string;
}

/** Of whom a sentence in another language says that they have died; `null`: of nobody by name. */
function deadIn(sentence: string): Named | null {
  if (!dying.test(sentence)) return null;
  for (const statement of statedInMessage(sentence)) {
    const [, what, name] = died.exec(inEnglish(statement)) ?? [];
    if (what !== undefined && name !== undefined) return { kind: kindOfBeing(what), name };
  }
  return null;
}

/** Whether a sentence in another language may say that somebody has died. */
export function mayTellDeath(sentence: string): boolean {
  return dying.test(sentence);
}

/** A fact in another language that names several, without the one who has died: "Der Bruder des Nutzers heißt Max" of "zwei Brüder, Max und Ben". `null`: it names no such one. */
export function withoutDead(content: string, sentence: string): string | null {
  const dead = deadIn(sentence);
  const list = dead && listedIn(content);
  if (!dead || !list) return null;
  const kind = list.language.nouns.get(list.one(dead.name).what) ?? '';
  return kindOfBeing(kind) === dead.kind ? withoutListed(content, dead.name) : null;
}

import { animalWords, flatmateWords, helperWords, partnerWords } from '../beings.ts';
import { statementWords } from '../statement-words.ts';

/** What somebody is to the user as long as they are together, share a home or work together, or as long as it belongs to them. */
export interface Relation {
  /** A statement about somebody who is that to the user: its groups are what they are, and the word behind it. */
  readonly form: RegExp;
}

export const partners: Relation = relation(partnerWords);
export const flatmates: Relation = relation(flatmateWords);
export const animals: Relation = relation(animalWords);
export const helpers: Relation = relation(helperWords);
export const friends: Relation = relation('best friend|friend|mate');

function relation(words: string): Relation {
  return {
    form: new RegExp(
      `^the user['’]s (?!(?:late|ex|former|first|old|previous)\\b)(?:[\\p{Ll}-]+ )?(${words})(?: (?:at|of|for|in) .{1,40}? is(?: named)?| is(?: named)?)? (\\S+)`,
      'iu',
    ),
  };
}

/** Whether a statement is about somebody as that, who is `whom`: by name, or by what they are to the user. */
export function isStillSaid({ form }: Relation, whom: readonly string[], english: string): boolean {
  const [, role, name = ''] = form.exec(english) ?? [];
  return role !== undefined && (whom[0] === statementWords(name)[0] || whom.join(' ') === role.toLowerCase());
}

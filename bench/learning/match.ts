import { folded, hasPhrase } from '../phrases.ts';
import type { Exchange } from './load.ts';

type Fact = Exchange['facts'][number];

/** The user as a subject, in the languages of the data set. */
const theUser =
  /^(?:the user|user|der (?:be)?nutzer|die (?:be)?nutzerin|l'utilisat\w+|el usuario|al usuario|la usuaria|o utilizador|a utilizadora|o usuario|a usuaria)(?!\p{L})/u;
const people =
  'wife|husband|partner|spouse|girlfriend|boyfriend|fiance*|ex|mother|mum|mom|father|dad|parents|sister*|brother*|sibling*|son|sons|daughter*|child*|kid|kids|twins|baby|toddler|grand*|uncle|aunt|cousin*|niece|nephew|friend*|flatmate*|roommate*|neighbo*|boss*|manager*|colleague*|coworker*|team lead|landl*|teacher|doctor|therapist|dentist|cat|cats|dog|dogs|pet|pets';
const negations = /(?<!\p{L})(?:not|no|never|cannot|\p{L}+n't|nicht|keine?\p{L}*|pas|jamais|nunca|nao|ya no)(?!\p{L})/u;
/** From a negation to the end of its clause. */
const denied = new RegExp(
  `${negations.source}.*?(?=[,;:.]|(?<!\\p{L})(?:but|and|aber|sondern|mais|pero|sino|mas)(?!\\p{L})|$)`,
  'gu',
);

/** Words that a subject has at most in front of its verb. */
const subjectWords = 8;

/** Whether a statement is about a subject (`a|b`: either). `user` is not somebody of theirs: "The user's wife …" is about the wife. */
export function isAbout(statement: string, subject: string): boolean {
  const text = folded(statement.trim());
  const [user = ''] = theUser.exec(text) ?? [];
  const rest = text.slice(user.length);
  return subject.split('|').some((name) => {
    if (name === 'user') return user !== '' && !(rest.startsWith("'s ") && hasPhrase(rest.split(' ')[1] ?? '', people));
    // "The user …" is about the user, but for "The user has a daughter …" and "The user and …".
    if (user !== '' && !/^(?:'s| has| and)(?!\p{L})/u.test(rest)) return false;
    return hasPhrase(text.split(' ').slice(0, subjectWords).join(' '), name);
  });
}

/** Whether all words of a wording stand in a statement. */
export function hasWords(statement: string, words: readonly string[]): boolean {
  return words.every((phrases) => hasPhrase(statement, phrases));
}

/** Whether a statement claims what a wording says. Where the wording has no negation, what the statement denies does not count. */
export function claims(statement: string, words: readonly string[]): boolean {
  const hasNegation = words.some((phrases) => phrases.split('|').some((phrase) => negations.test(folded(phrase))));
  return hasWords(hasNegation ? statement : folded(statement).replace(denied, ' '), words);
}

/** Whether a statement says what a fact says, of whomever. */
export function saysTheSame(statement: string, { accept }: Fact): boolean {
  return accept.some((words) => claims(statement, words));
}

/** Whether a statement is right of a fact: the same, about the same. */
export function isRightOf(statement: string, fact: Fact): boolean {
  return saysTheSame(statement, fact) && isAbout(statement, fact.subject);
}

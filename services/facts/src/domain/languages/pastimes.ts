import { CuedPattern } from '../statements/cued-pattern.ts';
import type { QuestionRule, StatementRule } from './language.ts';

/** A verb that says alone what somebody does: "klettern, klettere, klettert". */
export interface PastimeVerb {
  readonly infinitive: string;
  readonly first: string;
  readonly third: string;
}

/** How a language speaks of what people do for its own sake: sports, instruments, crafts. Each text is made of alternatives of a pattern. */
export interface Pastimes {
  /** What is done, with its English: "escalade". */
  readonly nouns: ReadonlyMap<string, string>;
  /** What stands before such a noun behind the verb: "de l'". */
  readonly articles: string;
  /** "Mache" with "macht": what wants such a noun. */
  readonly doing: ReadonlyMap<string, string>;
  readonly alone: readonly PastimeVerb[];
  /** "I", with a space. An empty one may be left out. */
  readonly i: string;
  /** The user, at the beginning of a statement. */
  readonly user: string;
  /** What denies before the verb. */
  readonly notBefore: readonly string[];
  /** What denies behind it. */
  readonly notBehind: string;
  /** How often, in words that stand on either side of a noun. */
  readonly often: string;
  /** Since when, with whom or where, at the end. */
  readonly tail: string;
}

/** Verbs by infinitive, first and third person: `klettern klettere klettert, malen male malt`. */
export function pastimeVerbs(list: string): readonly PastimeVerb[] {
  return list.split(',').map((line) => {
    const [infinitive = '', first = '', third = ''] = line.trim().split(' ');
    return { infinitive, first, third };
  });
}

/** How users state what they do for its own sake, and that they do it no more. */
export function pastimeRules(pastimes: Pastimes): readonly StatementRule[] {
  const { doing, alone, i, user, notBefore } = pastimes;
  const [what, often] = [pursued(pastimes), around(pastimes)];
  const verbs = [
    ...[...doing].map(([first, third]) => ({ first, third, rest: what })),
    ...alone.map(({ first, third }) => ({ first, third, rest: often })),
  ];
  return ['', ...notBefore.map((not) => `${not} `)].flatMap((not) =>
    verbs.map(({ first, third, rest }) => ({
      form: new CuedPattern(new RegExp(first, 'iu'), `^(?:${i})${not}${first}(${rest})$`, 'iu'),
      as: `${user} ${not}${third}$1`,
    })),
  );
}

/** The same of somebody of the user's, as an alternative of what is said of them. */
export function pursuing(pastimes: Pastimes): string {
  const { doing, alone } = pastimes;
  const thirds = alone.map(({ third }) => third).join('|');
  return `(?:${[...doing.values()].join('|')})${pursued(pastimes)}|(?:${thirds})${around(pastimes)}`;
}

/** "Do I do yoga?", by the words before the noun. */
export function pastimeQuestion({ nouns }: Pastimes, before: string): QuestionRule {
  return { form: new RegExp(`^(?:${before})(${[...nouns.keys()].join('|')})$`, 'iu'), as: 'Do I do %1?' };
}

/** "Klettere" of "klettern"; any other word as it is. */
export function firstPerson({ alone }: Pastimes, infinitive: string): string {
  return alone.find((verb) => verb.infinitive === infinitive.toLowerCase())?.first ?? infinitive;
}

/** The first persons of its verbs, as alternatives. */
export function firstPersons({ doing, alone }: Pastimes): string {
  return [...doing.keys(), ...alone.map(({ first }) => first)].join('|');
}

/** The nouns in small letters, with their English. */
export function pastimeNouns({ nouns }: Pastimes): ReadonlyMap<string, string> {
  return new Map([...nouns].map(([noun, english]) => [noun.toLowerCase(), english]));
}

function pursued(pastimes: Pastimes): string {
  const { nouns, articles, often, notBehind } = pastimes;
  return ` (?:(?:${often}|${notBehind}) ){0,3}(?:${articles})(?:${[...nouns.keys()].join('|')})${around(pastimes)}`;
}

function around({ often, notBehind, tail }: Pastimes): string {
  return `(?: (?:${often}|${notBehind})){0,3}(?: (?:${tail}))?`;
}

import { CuedPattern } from '../statements/cued-pattern.ts';
import type { QuestionRule, RetoldVerb, StatementRule } from './language.ts';

/** A verb that says alone what somebody does: "klettern", "klettere", "klettert". */
export interface PastimeVerb extends RetoldVerb {
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

/** Verbs by infinitive, first and third person, as it is said to the user, and in English: `klettern klettere klettert kletterst climbs`. */
export function pastimeVerbs(list: string): readonly PastimeVerb[] {
  return list.split(',').map((line) => {
    const [infinitive = '', first = '', third = '', toUser = '', english = ''] = line.trim().split(' ');
    return { infinitive, first, third, toUser, english };
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

/** How a language without an article behind "do" says that somebody has given something up, or taken it up. Each is made of alternatives. */
interface Turning {
  /** "I have stopped", from the beginning. */
  readonly stopped: string;
  /** "I have begun to", from the beginning. */
  readonly begun: string;
  /** "Do", as an infinitive. */
  readonly doing: string;
  readonly article: string;
  /** "I do", and what denies it. */
  readonly done: string;
  readonly noMore: string;
}

/** "He dejado la escalada" as what is so now: "ya no hago escalada". */
export function pursuedNow(pastimes: Pastimes, turning: Turning): (sentence: string) => string {
  const { stopped, begun, doing, article, done, noMore } = turning;
  const nouns = [...pastimes.nouns.keys()].join('|');
  const verbs = pastimes.alone.map(({ infinitive }) => infinitive).join('|');
  const givenUp = new RegExp(`${stopped}(?:de (?:${doing}) )?(?:${article})?(${nouns})$`, 'iu');
  const givenUpTo = new RegExp(`${stopped}de (${verbs})$`, 'iu');
  const started = new RegExp(`${begun}(?:(?:${doing}) )?(?:${article})?(${nouns})$`, 'iu');
  const startedTo = new RegExp(`${begun}(${verbs})$`, 'iu');
  return (sentence) =>
    sentence
      .replace(givenUp, `${noMore} ${done} $1`)
      .replace(givenUpTo, (_, verb: string) => `${noMore} ${firstPerson(pastimes, verb)}`)
      .replace(started, `${done} $1`)
      .replace(startedTo, (_, verb: string) => firstPerson(pastimes, verb));
}

/** The verbs that say alone what is done, by the third person. */
export function retoldPastimes({ alone }: Pastimes): ReadonlyMap<string, RetoldVerb> {
  return new Map(alone.map(({ third, english, toUser }) => [third, { english, toUser }]));
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

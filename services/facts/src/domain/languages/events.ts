import { months as englishMonths, weekdays as englishWeekdays } from '../statements/calendar.ts';
import { capitalised } from '../statements/capitalised.ts';
import { CuedPattern } from '../statements/cued-pattern.ts';
import type { QuestionRule, Retold, StatementRule } from './language.ts';

/** How a language speaks of what is at a time: appointments, trips, exams. Each member but `nouns` is made of alternatives of a pattern. */
export interface Events {
  /** By the article that a statement begins with, what users say before them, and each noun with its English. */
  readonly nouns: readonly { readonly article: string; readonly before: string; readonly english: ReadonlyMap<string, string> }[];
  /** How the noun is said of the user: " des Nutzers". */
  readonly ofUser: string;
  /** Prepositions of whom or where it is with. */
  readonly with: string;
  readonly is: string;
  /** What a time begins with. */
  readonly when: string;
  /** What says that it is at another time; its one group is the time. */
  readonly moved: string;
  /** "They have moved", before the noun; what stands between it and the time; and what stands behind that. */
  readonly moving: readonly [before: string, on: string, behind: string];
  /** What stands before such a time where it simply is then. */
  readonly on: string;
  readonly off: string;
  /** How it is said to be off. */
  readonly isOff: string;
  /** "I have a", before the noun. */
  readonly having: string;
}

/** Words by which a language says days and hours, each a list in the order of the calendar; `märz|maerz`: a month with two words. */
export interface Days {
  readonly months: string;
  readonly weekdays: string;
  /** What stands before a day, before a month, and before an hour with what may stand behind it. */
  readonly on: string;
  readonly in: string;
  readonly hour: RegExp;
}

/** How users state when something of theirs is, that it is at another time, and that it is off. */
export function eventRules(events: Events): readonly StatementRule[] {
  return events.nouns.flatMap(({ article, before: articles, english }) => {
    const words = [...english.keys()].join('|');
    const noun = `(${words})((?: (?:${events.with}) \\S+(?: \\p{Lu}\\S*)?)?)`;
    const before = `(?:${articles})(?: |(?<='))${noun}`;
    const said = `${article} $1${events.ofUser}$2`;
    const time = `(?:${events.when}) (?=.*(?:\\d|\\p{L}{3})).{2,40}`;
    const cue = new RegExp(words, 'iu');
    return [
      rule(cue, `${before} (?:${events.moved})`, `${said} ${events.is} ${events.on} $3`),
      rule(
        cue,
        `(?:${events.moving[0]}) ${before} (?:${events.moving[1]}) (.{2,30})${events.moving[2]}`,
        `${said} ${events.is} ${events.on} $3`,
      ),
      rule(cue, `${before} (?:${events.off})`, `${said} ${events.isOff}`),
      rule(cue, `${before} (?:${events.is}) (${time})`, `${said} ${events.is} $3`),
      rule(cue, `(?:${events.having}) ${noun} (${time})`, `${said} ${events.is} $3`),
    ];
  });
}

/** How users ask when something of theirs is. `when`: "when is" with the words before a noun. */
export function eventQuestions({ nouns, with: preposition }: Events, when: string): readonly QuestionRule[] {
  const all = nouns.flatMap(({ english }) => [...english.keys()]).join('|');
  return [{ form: new RegExp(`^(?:${when})(${all})((?: (?:${preposition}) .+)?)$`, 'iu'), as: 'When is my %1$2?' }];
}

/** The nouns of events with their English. */
export function eventNouns({ nouns }: Events): Retold['nouns'] {
  return new Map(nouns.flatMap(({ english }) => [...english]));
}

/** Days and hours as English says them, so that those of two statements can be compared. */
export function englishDays({ months, weekdays, on, in: within, hour }: Days): Retold['words'] {
  return [
    ...months.split(' ').flatMap((month, index): Retold['words'] => [
      [
        new RegExp(` (?:(?:${on}) )?(\\d{1,2})(?:er|º|\\.)? (?:de )?(?:${month})(?!\\p{L})`, 'iu'),
        ` on $1 ${capitalised(englishMonths[index] ?? '')}`,
      ],
      [new RegExp(` (?:${within}) (?:${month})(?!\\p{L})`, 'iu'), ` in ${capitalised(englishMonths[index] ?? '')}`],
    ]),
    ...weekdays
      .split(' ')
      .map(
        (day, index) =>
          [new RegExp(` (?:${on}) (?:${day})(?!\\p{L})`, 'iu'), ` on ${capitalised(englishWeekdays[index] ?? '')}`] as const,
      ),
    [hour, ' at $1'],
  ];
}

function rule(cue: RegExp, form: string, as: string): StatementRule {
  return { form: new CuedPattern(cue, `^${form}$`, 'iu'), as };
}

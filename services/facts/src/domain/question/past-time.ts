import { dayMs } from '@agent-mem/contract';
import { asksOfPast } from '@agent-mem/recall/ranking';
import { dated } from '../message/dated.ts';
import { questionBehind } from '../message/question-behind.ts';
import { months } from '../statements/calendar.ts';

/** A time that a question asks of. */
export interface PastTime {
  /** The question without it. */
  readonly question: string;
  /** When it ended (milliseconds since 1970). */
  readonly end: number;
  /** Words of which a fact holds one if it says itself that it is of then. */
  readonly words: RegExp;
}

/** In characters. */
const longest = 300;
/** Each by the month that it ends with, 0 to 11: as of the northern half. */
const seasons: Readonly<Record<string, number>> = { winter: 1, spring: 4, summer: 7, autumn: 10, fall: 10 };
const named = new RegExp(
  String.raw`(?:,? )?\b(?:(?:back |early |late )?in |last |on )(?:the )?(?:(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?)?(?<name>${[...months, ...Object.keys(seasons)].join('|')})\b(?:,? (?:of )?(?<year>\d{4}))?|(?:,? )?\bin (?<alone>(?:19|20)\d\d)\b`,
  'i',
);
const relative =
  /(?:,? )?\b(?:the day before yesterday|yesterday|last (?:week|month|year|(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day)|(?:\d{1,2}|an?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:day|week|month|year)s? ago)\b/u;

/** The past time that a question asks of, by when it is asked (milliseconds since 1970), in UTC; `null`: it asks of none, or of one that is not over. */
export function pastTimeIn(message: string, now: number): PastTime | null {
  // What stands before a question has times of its own.
  if (message.length > longest || !asksOfPast(message) || questionBehind(message)) return null;
  const found = relative.exec(message) ?? named.exec(message);
  if (!found) return null;
  const { groups = {} } = found;
  const said = groups.name === undefined && groups.alone === undefined ? dated(found[0].trim(), now) : null;
  const end = said === null ? endOf(groups, now) : endOfDated(said);
  if (end === null || end >= now) return null;
  const words = said?.replace(/^,? ?(?:on|in) /, '') ?? groups.name ?? groups.alone ?? '';
  return { question: message.replace(found[0], ''), end, words: new RegExp(String.raw`\b${words}\b`, 'i') };
}

function endOf({ day, name, year, alone }: Readonly<Record<string, string | undefined>>, now: number): number | null {
  if (alone !== undefined) return Date.UTC(Number(alone) + 1, 0) - 1;
  const word = name?.toLowerCase() ?? '';
  const month = months.includes(word) ? months.indexOf(word) : (seasons[word] ?? 0);
  const endIn = (year: number) => (day === undefined ? Date.UTC(year, month + 1) : Date.UTC(year, month, Number(day) + 1)) - 1;
  if (year !== undefined) return endIn(Number(year));
  const current = new Date(now);
  // Asked in March, "in March" may be of this one or of the last.
  if (month === current.getUTCMonth() && day === undefined) return null;
  const own = endIn(current.getUTCFullYear());
  return own < now ? own : endIn(current.getUTCFullYear() - 1);
}

/** Of "on 11 January 2026", "in the week of 5 January 2026", "in December 2025", "in 2025". */
function endOfDated(said: string): number {
  const [, week, day, month = '', year] = /(week of )?(?:(\d{1,2}) )?(?:(\p{Lu}\p{L}+) )?(\d{4})$/u.exec(said) ?? [];
  const at = months.indexOf(month.toLowerCase());
  if (at < 0) return Date.UTC(Number(year) + 1, 0) - 1;
  if (day === undefined) return Date.UTC(Number(year), at + 1) - 1;
  return Date.UTC(Number(year), at, Number(day)) + (week === undefined ? 1 : 7) * dayMs - 1;
}

import { dayMs } from '@agent-mem/contract';

const units = 'day|week|month|year';
const numbers = 'a an one two three four five six seven eight nine ten eleven twelve'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** In small letters: "Yesterday" may be a song. Behind "her last year" and before "last week's" and "next year of" stands no time of its own. */
const relative = new RegExp(
  String.raw`(?<!\b(?:an?|the|their|his|her|my|our|its|your|whose|every|each|of|over|within|like|than) )(?<![\p{L}'’-])(?:(since|until|till|from|before|after|by|for|on|in) )?(?:` +
    '(?<day>the day before yesterday|yesterday|tomorrow|the day after tomorrow)|(?<which>last|this|next) (?<unit>week|month|year)|' +
    String.raw`last (?<weekday>(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day)|(?<coming>this|next) (?<on>(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day)|(?<count>\d{1,2}|${numbers.join('|')}) (?<ago>${units})s? ago)(?!['’-]|\p{L}| of\b)`,
  'gu',
);
const days: Readonly<Record<string, number>> = {
  'the day before yesterday': -2,
  yesterday: -1,
  tomorrow: 1,
  'the day after tomorrow': 2,
};
const steps: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };
/** Behind these a date stands without "on" or "in". */
const joining = /^(?:since|until|till|from|before|after|by|for)$/;
/** What has happened today; what is so "today" may be so nowadays. */
const ofToday =
  /^((?:(?!\b(?:is|are|has|have|does|do|will|can)\b|["“”«»]).)*?\b(?:\p{Ll}{2,}ed|got|quit|bought|sold|left|became|met|lost|won|broke|gave|was born|gave birth)\b(?:(?!["“”«»]).)*?),? (?:today|this morning)$/u;
const quoted = /(["“”«»].*?["“”«»])/u;

/** A statement with the dates that its "yesterday" and "last month" mean, by when it was said (milliseconds since 1970), in UTC. What names no sure date stays. */
export function dated(statement: string, at: number): string {
  return statement
    .replace(ofToday, (_, said: string) => `${said} ${onDay(at).join(' ')}`)
    .split(quoted)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(relative, (...found) => dateOf(found, at))))
    .join('');
}

/** `found`: what `replace` finds, its first group, and more, the named groups last. */
function dateOf(found: readonly unknown[], at: number): string {
  const [whole, before] = found;
  const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
  const time = timeOf(groups, at);
  if (time === null) return String(whole);
  const [preposition, date] = time;
  return `${typeof before === 'string' && joining.test(before) ? before : preposition} ${date}`;
}

/** What stands before a date, and the date; `null`: it may be either of two. */
function timeOf(
  { day, which, unit = '', weekday, coming, on = '', count = '', ago = '' }: Readonly<Record<string, string | undefined>>,
  at: number,
): readonly [string, string] | null {
  if (day !== undefined) return onDay(at + (days[day] ?? 0) * dayMs);
  if (which !== undefined) return inUnit(unit, steps[which] ?? 0, at);
  if (weekday !== undefined) {
    const since = (7 + new Date(at).getUTCDay() - weekdays.indexOf(weekday.toLowerCase())) % 7;
    return onDay(at - (since || 7) * dayMs);
  }
  if (coming !== undefined) {
    const ahead = daysAhead(coming, weekdays.indexOf(on.toLowerCase()), at);
    return ahead === null ? null : onDay(at + ahead * dayMs);
  }
  const many = /^\d/.test(count) ? Number(count) : Math.max(1, numbers.indexOf(count) - 1);
  return ago === 'day' ? onDay(at - many * dayMs) : inUnit(ago, -many, at);
}

/** In how many days "this Friday" or "next Friday" is; `null`: on a Monday the Friday of this week is "next" to some, and to others it is not; on a Sunday "this Friday" may be past. */
function daysAhead(coming: string, weekday: number, at: number): number | null {
  const ahead = ((weekday + 6) % 7) - ((new Date(at).getUTCDay() + 6) % 7);
  if (coming === 'this') return ahead < 0 ? null : ahead;
  return ahead > 0 ? null : ahead + 7;
}

function onDay(at: number): readonly [string, string] {
  return ['on', written(at, { day: 'numeric', month: 'long', year: 'numeric' })];
}

/** The week, month or year so many after the one that holds a time. A week begins on Monday. */
function inUnit(unit: string, step: number, at: number): readonly [string, string] {
  const date = new Date(at);
  if (unit === 'week') {
    const monday = at - ((date.getUTCDay() + 6) % 7) * dayMs + step * 7 * dayMs;
    return ['in', `the week of ${written(monday, { day: 'numeric', month: 'long', year: 'numeric' })}`];
  }
  const year = date.getUTCFullYear() + (unit === 'year' ? step : 0);
  if (unit === 'year') return ['in', String(year)];
  return ['in', written(Date.UTC(year, date.getUTCMonth() + step), { month: 'long', year: 'numeric' })];
}

function written(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(at);
}

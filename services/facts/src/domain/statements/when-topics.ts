import { weekdays } from './calendar.ts';
import { dates } from './single-valued.ts';
import type { Topic } from './statement-topic.ts';

/** Verbs by which something is at a time. */
const verbs = new Set('is start begin leave depart happen meet rehearse come'.split(' '));
const small = new Set('on at in for by every from to the next due held scheduled planned booked set clock o'.split(' '));
const noTimes = new Set(['today']);

/** When something is, as far as it says: its day, its month, its hour each by itself, so that an hour takes no day away. */
export function whenTopics(core: readonly string[]): readonly Topic[] {
  const at = core.findIndex((word, index) => index > 0 && verbs.has(word));
  if (at < 1) return [];
  const [subject, verb = ''] = [core.slice(0, at), core[at]];
  const about = verb === 'leave' || verb === 'depart' ? 'leave' : 'is';
  const [participle = ''] = core.slice(at + 1);
  const isDone = /^(?!next)(?:\p{L}+ed|held|sent|paid)$/u.test(participle) && !small.has(participle);
  const parts = partsOf(core.slice(isDone ? at + 2 : at + 1));
  if (parts === null || parts.size === 0) return [];
  return [...parts].map(([part, value]) => ({
    key: JSON.stringify([subject, isDone ? participle : about, `when ${part}`]),
    value: [value],
    isWhole: parts.size === 1,
    liked: null,
  }));
}

/** `null`: it says something else too. */
function partsOf(words: readonly string[]): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>();
  for (let index = 0; index < words.length; index += 1) {
    const [before = '', word = '', next = ''] = [words[index - 1], words[index], words[index + 1]];
    const part = partAt(word, before, next);
    if (part) parts.set(...part);
    else if (!small.has(word) && !(word === 'day' && before === 'every')) return null;
    // "At 9 30": the minutes are read with their hour.
    if (part?.[0] === 'hour' && part[1] === `${word} ${next}`) index += 1;
  }
  return parts;
}

/** The part of a time that a word says; `null`: none. */
function partAt(word: string, before: string, next: string): readonly [part: string, value: string] | null {
  const isNumber = /^\d{1,2}$/.test(word);
  if (weekdays.includes(word)) return ['weekday', word];
  if (dates.has(word) && !noTimes.has(word)) return ['month', word];
  if (isNumber && dates.has(next) && !weekdays.includes(next)) return ['day', word];
  if (word === 'noon' || word === 'midnight') return ['hour', word];
  if (isNumber && /^(?:at|to|from)$/.test(before)) return ['hour', `${word} ${/^\d\d$/.test(next) ? next : '00'}`];
  if (/^(?:19|20)\d\d$/.test(word)) return ['year', word];
  if (/^(?:spring|summer|autumn|fall|winter)$/.test(word)) return ['month', word];
  return null;
}

import { months, weekdays } from '../../statements/calendar.ts';

const weekday = `(?:${weekdays.join('|')})s?`;
const month = `(?:${months.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const hours = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const units =
  '(?:%|percent|euros?|dollars?|pounds?|quid|bucks|rupees|mg|ml|g|kg|km|cm|m|miles?|hours?|minutes?|people|guests|sugars?|bedrooms?)';

/** Kinds of value that a fact can have one of, by their patterns. What begins a pattern as `(?<=…)` stays where a value is replaced. */
const kinds = {
  date: new RegExp(
    `(?<!\\p{L})(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month} \\d{1,2}(?:st|nd|rd|th)?)(?![\\p{L}\\d])`,
    'giu',
  ),
  dayOfMonth: new RegExp(`(?<=\\bthe )\\d{1,2}(?:st|nd|rd|th)(?!(?: of)? ${month})\\b`, 'gi'),
  weekday: new RegExp(`\\b${weekday}\\b`, 'gi'),
  time: new RegExp(
    `\\b\\d{1,2}[:.]\\d\\d(?: ?[ap]\\.?m\\b)?|\\b\\d{1,2} ?[ap]\\.?m\\b|\\b(?:noon|midnight|half (?:past )?${hours}|(?:a )?quarter (?:to|past) ${hours})\\b|(?<=\\b(?:at|from|until|till|by) )(?:\\d{1,2}|${hours})(?! ?${month}|[\\d:.,]*\\d|(?:st|nd|rd|th)| ${units}\\b| (?!(?:from|on|in|now|instead|every|each|these|and|but|because|until|till|as|since)\\b)\\p{L})\\b(?: o['’]clock)?`,
    'giu',
  ),
  amount: new RegExp(
    `(?<=\\b(?:raised|upped|increased|lowered|reduced|cut|dropped|rose|fell|went|gone|put|up|down)\\b[^.;:\\d]{0,40} to )[€$£]?\\d[\\d.,]*k?(?![\\p{L}\\d:]|[.,:]\\d| ?(?:${month}|[ap]\\.?m)\\b)|(?<![\\d.,:])(?:[€$£] ?)?\\d[\\d.,]*(?: ?k)?(?= ?${units}(?![\\p{L}]))|[€$£] ?\\d[\\d.,]*\\d?`,
    'giu',
  ),
  numbered:
    /(?<=\b(?:ward|platform|gate|room|port|line|route|version|floor|terminal|track|seat|number|bus|apartment|flat) )\d+[A-Z]?\b/gi,
  year: /\b(?:19|20)\d\d\b/g,
  /** A number that names something: of a telephone, an account, a card. */
  digits: /(?<![\p{L}\d.,:/+-])\+?\d{3,}(?:[ -]\d+)*(?=$|[.;!]|,(?!\d)| (?:now|instead|these|from|since|and|but|not|as)\b)/gu,
} as const satisfies Readonly<Record<string, RegExp>>;

type ValueKind = keyof typeof kinds;

/** A value where it stands in a text. */
export interface Value {
  readonly kind: ValueKind;
  readonly text: string;
  readonly index: number;
}

/** The dates, times and numbers of a text, in their order; none is part of another. */
export function valuesIn(text: string): readonly Value[] {
  const found: Value[] = [];
  for (const [kind, pattern] of Object.entries(kinds))
    for (const match of text.matchAll(pattern)) {
      const value = { kind: kind as ValueKind, text: match[0], index: match.index };
      if (!found.some((other) => value.index < other.index + other.text.length && other.index < value.index + value.text.length))
        found.push(value);
    }
  return found.toSorted((a, b) => a.index - b.index);
}

/** Whether two values are the same, however they are written: "Tuesdays" is Tuesday, and "the 3rd" is the 3. */
export function isSameValue(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\bof\b/g, '')
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/g, '')
    .replace(/days\b/g, 'day')
    .replace(/[\s.,:]+/g, '');
}

import type { Language } from './language.ts';

const none: ReadonlySet<string> = new Set();
const never = /(?!)/;

/** For texts of a language without a table: words as they are written, every one of them counts, and dates as numbers. */
export const plainWords: Language = {
  code: 'plain',
  stopWords: none,
  stem: (word) => word,
  months: new Map(),
  ambiguousMonths: none,
  dateMarkers: none,
  dayOf: () => null,
  timeWords: none,
  firstPerson: none,
  wantsTime: never,
  wantsName: never,
  negates: never,
  asksPresent: never,
  asksPast: never,
  holdsName: never,
  dateText: ({ year, month, day }) => `${year} ${month + 1} ${day}`,
};

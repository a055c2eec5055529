import type { Language } from './language.ts';

/** A date that a question names, as far as it does. */
export interface AskedDate {
  readonly year: number | null;
  /** 0 to 11. */
  readonly month: number | null;
  /** 1 to 31; only with a month. */
  readonly day: number | null;
}

/** The dates that folded words name: months with a day or a year beside them, days as 2023-05-07, else a year alone. */
export function askedDates(words: readonly string[], language: Language): readonly AskedDate[] {
  const years = words.flatMap((word) => yearOf(word) ?? []);
  const dates: AskedDate[] = [];
  for (const [index, word] of words.entries()) {
    const month = language.months.get(word);
    if (month === undefined) continue;
    const beside = { before: words[index - 1] ?? '', after: words[index + 1] ?? '', beforeThat: words[index - 2] ?? '' };
    const day =
      language.dayOf(beside.before) ??
      (language.dateMarkers.has(beside.before) ? language.dayOf(beside.beforeThat) : null) ??
      language.dayOf(beside.after);
    const dated = day !== null || yearOf(beside.after) !== null || language.dateMarkers.has(beside.before);
    if (language.ambiguousMonths.has(word) && !dated) continue;
    const [ownYear] = [words[index + 1], words[index + 2]].flatMap((near) => yearOf(near ?? '') ?? []);
    dates.push({ year: ownYear ?? years[0] ?? null, month, day });
  }
  dates.push(...numericDates(words));
  return dates.length > 0 ? dates : years.map((year) => ({ year, month: null, day: null }));
}

/** Folding leaves "2023-05-07" as three words. */
function numericDates(words: readonly string[]): readonly AskedDate[] {
  return words.flatMap((word, index) => {
    const year = yearOf(word);
    const [month, day] = [words[index + 1] ?? '', words[index + 2] ?? ''];
    if (year === null || !/^(?:0[1-9]|1[0-2])$/.test(month)) return [];
    return { year, month: Number(month) - 1, day: /^(?:0[1-9]|[12]\d|3[01])$/.test(day) ? Number(day) : null };
  });
}

/** 1900 to 2099. */
export function yearOf(word: string): number | null {
  return /^(?:19|20)\d\d$/.test(word) ? Number(word) : null;
}

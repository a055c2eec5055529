import type { AskedDate } from '../asked-date.ts';
import { type CalendarDay, dayOfTime } from '../language.ts';
import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** How well a document's date fits the dates that the question names: the best of them. */
export function date({ pool, question }: Ranking): Float64Array {
  const { dates } = question;
  if (dates.length === 0) return new Float64Array(pool.documents.length);
  return measured(pool.documents, ({ timestamp }) => {
    const day = dayOfTime(timestamp);
    return Math.max(...dates.map((asked) => closeness(day, asked)));
  });
}

/** People report things after they happened: the month after the one asked for fits better than the one before. */
function closeness(day: CalendarDay, asked: AskedDate): number {
  if (asked.month === null) return asked.year === day.year ? 0.3 : 0;
  switch (monthsAfter(day, { year: asked.year, month: asked.month })) {
    case 0:
      return asked.day === null ? 1 : 0.5 + 0.5 * Math.max(0, 1 - Math.abs(day.day - asked.day) / 15);
    case 1:
      return 0.4;
    case -1:
      return 0.2;
    default:
      return 0;
  }
}

/** Without a year, of the nearest month of that name. */
function monthsAfter(day: CalendarDay, asked: { readonly year: number | null; readonly month: number }): number {
  if (asked.year === null) return ((day.month - asked.month + 18) % 12) - 6;
  return (day.year - asked.year) * 12 + day.month - asked.month;
}

import type { Clock } from '@agent-mem/contract';
import type { Progress } from '@agent-mem/runtime';

/** Says how far a work is, how fast it goes, and when it will be done: what has another name is another work. */
export function createRate(clock: Pick<Clock, 'now'>): (progress: Progress) => string {
  let begun: { readonly what: string; readonly at: number; readonly done: number } | null = null;
  return ({ what, done, total }) => {
    const now = clock.now();
    if (begun?.what !== what || done < begun.done) begun = { what, at: now, done };
    const seconds = (now - begun.at) / 1_000;
    const perSecond = seconds > 0 ? (done - begun.done) / seconds : 0;
    const count = total === null ? countOf(done) : `${countOf(done)} of ${countOf(Math.max(total, done))}`;
    const parts = [`${count} ${what}`];
    if (perSecond > 0) parts.push(`${countOf(Math.round(perSecond) || 1)}/s`);
    if (perSecond > 0 && total !== null && total > done) parts.push(`${durationOf((total - done) / perSecond)} left`);
    return parts.join(', ');
  };
}

function countOf(number: number): string {
  return number.toLocaleString('en');
}

function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

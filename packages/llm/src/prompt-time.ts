import { minuteOf } from '@agent-mem/contract';

const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** A time as prompts say it, with its weekday: "Thursday, 2026-02-19 09:00 UTC". Empty: it cannot be read. `timestamp`: ISO 8601. */
export function promptTime(timestamp: string): string {
  const minute = minuteOf(timestamp);
  return minute && `${day.format(new Date(timestamp))}, ${minute} UTC`;
}

const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** A time as prompts say it, with its weekday: "Thursday, 2026-02-19 09:00 UTC". Empty: it cannot be read. `timestamp`: ISO 8601. */
export function promptTime(timestamp: string): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return '';
  return `${day.format(at)}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

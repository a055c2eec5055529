import { membersOf } from '@agent-mem/contract';

/** A JSON object of a source, of which nothing is known. */
export type Members = Readonly<Record<string, unknown>>;

/** The value as a list; what is none is empty. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty, else `null`. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The text of a message's content: a string, or a list of blocks of which the texts count. */
export function contentText(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .flatMap((block) => (typeof block === 'string' ? block : (textOf(membersOf(block).text) ?? [])))
    .join('\n');
}

/** A time as RFC 3339 in milliseconds, from a text or from seconds since 1970; `null`: it is none, or of no year that four digits write. */
export function timeOf(value: unknown): string | null {
  const milliseconds = typeof value === 'number' ? value * 1_000 : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const time = Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : '';
  return /^\d{4}-/.test(time) ? time : null;
}

/** The value as JSON text: a text that is JSON stays as it is. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'string') {
    try {
      JSON.parse(value);
      return value;
    } catch {
      return JSON.stringify(value);
    }
  }
  return JSON.stringify(value ?? {});
}

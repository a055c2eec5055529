import { dayOf } from '../clock.ts';
import { canonicalId, type IdPrefix } from '../id.ts';
import { limits } from '../limits.ts';

/** The checked text in its one form; or what is wrong with it. */
export type Formatted = { readonly text: string } | WrongFormat;

/** What is wrong with a text. */
export interface WrongFormat {
  readonly wrong: string;
  readonly isTooLong?: boolean;
}

/** Checks a text against a `format` rule. */
export function applyFormat(format: string, text: string): Formatted {
  if (format === 'scope') return text === '' ? { text: 'default' } : name(text);
  if (format === 'name') return name(text);
  if (format === 'timestamp') return timestamp(text);
  if (format === 'json') return json(text);
  if (format.startsWith('id:')) return id(format.slice(3) as IdPrefix, text);
  throw new Error(`The contract knows no format ${format}`);
}

function name(text: string): Formatted {
  if ([...text].length > limits.nameCharacters)
    return { wrong: `must be at most ${limits.nameCharacters} characters`, isTooLong: true };
  // Control characters: C0, DEL and C1.
  if (/\p{Cc}/u.test(text)) return { wrong: 'must not contain control characters' };
  return { text };
}

const isoTimestamp = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function timestamp(text: string): Formatted {
  const ms = isoTimestamp.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse rolls some impossible days over; the day must come back as written.
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  const impossible = Number.isNaN(ms) || dayOf(day) !== day;
  if (impossible)
    return { wrong: `must be a time in ISO 8601 with Z or an offset, such as 2026-05-07T09:30:00Z, got ${JSON.stringify(text)}` };
  return { text: new Date(ms).toISOString() };
}

function json(text: string): Formatted {
  try {
    JSON.parse(text);
    return { text };
  } catch {
    return { wrong: 'must be JSON' };
  }
}

function id(prefix: IdPrefix, text: string): Formatted {
  const canonical = canonicalId(prefix, text);
  if (canonical) return { text: canonical };
  return { wrong: `must be ${prefix}_ and a UUID, or the bare UUID, got ${JSON.stringify(text.slice(0, 80))}` };
}

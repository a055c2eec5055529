import { jsonrepair } from 'jsonrepair';
import { jsonExtent } from './json-extent.ts';

/**
 * Reads the one JSON object or list in what a model wrote. Prose and code fences around it are left out; slips in it (single quotes, a
 * comma too many, line breaks in strings, Python's words) are mended. Throws a `SyntaxError` when there is none or more than one, and
 * when it breaks off: half of what was meant may say the opposite.
 */
export function readModelJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(mended(onlyJson(text)));
  }
}

function onlyJson(text: string): string {
  const start = text.search(/[[{]/);
  if (start < 0) throw new SyntaxError('there is no JSON in it');
  const extent = jsonExtent(text, start);
  if (extent === null) throw new SyntaxError('its JSON breaks off');
  if (/[[{]/.test(text.slice(extent.end))) throw new SyntaxError('there is more than one JSON value in it');
  return withEscaped(text, start, extent);
}

/** jsonrepair takes a quote that ends no string for a double one, whatever it was, or for an end after all. */
function withEscaped(text: string, start: number, { end, innerQuotes }: NonNullable<ReturnType<typeof jsonExtent>>): string {
  let escaped = '';
  let from = start;
  for (const index of innerQuotes) {
    escaped += `${text.slice(from, index)}\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
    from = index + 1;
  }
  return escaped + text.slice(from, end);
}

function mended(json: string): string {
  try {
    return jsonrepair(json);
  } catch (cause) {
    throw new SyntaxError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

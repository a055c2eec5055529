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
    const [first, second] = jsonTexts(text);
    if (first === undefined) throw new SyntaxError('there is no JSON in it');
    if (second !== undefined) throw new SyntaxError('there is more than one JSON value in it');
    if (!first.isWhole) throw new SyntaxError('its JSON breaks off');
    return parseMended(first.json);
  }
}

/** An object or a list as it stands in a text. */
export interface JsonText {
  /** What quotes inside strings needed an escape for has one. */
  readonly json: string;
  /** False: it breaks off, and reaches to the end of the text. */
  readonly isWhole: boolean;
}

/** The objects and lists of a text that stand in no other, in their order. */
export function jsonTexts(text: string): readonly JsonText[] {
  const found: JsonText[] = [];
  for (let rest = text; ; ) {
    const start = rest.search(/[[{]/);
    if (start < 0) return found;
    const extent = jsonExtent(rest, start);
    if (extent === null) return [...found, { json: rest.slice(start), isWhole: false }];
    found.push({ json: withEscaped(rest, start, extent), isWhole: true });
    rest = rest.slice(extent.end);
  }
}

/** Parses JSON, its slips mended. Throws a `SyntaxError`. */
export function parseMended(json: string): unknown {
  try {
    return JSON.parse(jsonrepair(json));
  } catch (cause) {
    throw new SyntaxError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
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

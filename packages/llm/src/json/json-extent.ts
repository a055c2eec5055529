/** How far a JSON value reaches in a text. */
export interface JsonExtent {
  /** Exclusive. */
  readonly end: number;
  /** Where quotes stand inside strings of the same quotes without an escape before them. */
  readonly innerQuotes: readonly number[];
}

const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };
/** What follows the end of a string: the next part of the JSON, a comment, or, where a comma is forgotten, the next string. */
const afterString = /^(?:\s*(?:[,:}\]]|\/[/*]|$)|\s+["'“‘])/;
/** Signs behind a quote that are looked at. */
const lookAhead = 64;

/** Finds the extent of the object or list that begins at `start`, brackets inside strings left aside; `null` while it is open. */
export function jsonExtent(text: string, start = 0): JsonExtent | null {
  const innerQuotes: number[] = [];
  let depth = 0;
  let quote = '';
  for (let index = start; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (quote === '') {
      if (isOpening(sign, text, index)) quote = closing[sign] ?? '';
      else if (sign === '{' || sign === '[') depth += 1;
      else if ((sign === '}' || sign === ']') && --depth === 0) return { end: index + 1, innerQuotes };
    } else if (sign === '\\') index += 1;
    else if (sign === quote) {
      if (afterString.test(text.slice(index + 1, index + 1 + lookAhead))) quote = '';
      else innerQuotes.push(index);
    }
  }
  return null;
}

/** An apostrophe inside a word opens nothing, where a string has no quotes. */
function isOpening(sign: string, text: string, index: number): boolean {
  return sign in closing && (sign === '"' || !/[\p{L}\p{N}]/u.test(text.charAt(index - 1)));
}

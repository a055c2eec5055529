import type { JsonText, JsonValue } from './json-text.ts';

/** Where a text can be put into a JSON text, and what is written around it there. */
export interface InsertionPoint {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly before: string;
  readonly after: string;
}

/** A text, and where it goes. */
export interface Insertion {
  readonly at: InsertionPoint;
  readonly text: string;
}

/** In front of what a string says, an empty line between. */
export function inFrontOf({ offset }: JsonValue): InsertionPoint {
  return { offset: offset + 1, before: '', after: '\\n\\n' };
}

/** The text with these put in; every other byte is as it was. */
export function withInsertions({ text }: JsonText, insertions: readonly Insertion[]): Buffer {
  const parts: string[] = [];
  let from = 0;
  for (const { at, text: inserted } of insertions.toSorted((a, b) => a.at.offset - b.at.offset)) {
    parts.push(text.slice(from, at.offset), at.before, JSON.stringify(inserted).slice(1, -1), at.after);
    from = at.offset;
  }
  return Buffer.from(parts.join('') + text.slice(from));
}

import { stripVTControlCharacters } from 'node:util';

/** The text without what would steer the terminal or show its words in another order: memories and models may hold anything. */
export function visible(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\t\n]|\p{Bidi_Control}/gu, '');
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim();
}

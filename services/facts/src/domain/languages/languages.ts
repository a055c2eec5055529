import { french } from './french/french.ts';
import { german } from './german/german.ts';
import type { Language, Words } from './language.ts';
import { portuguese } from './portuguese/portuguese.ts';
import { spanish } from './spanish/spanish.ts';

/** The languages that rules read besides English. */
export const languages: readonly Language[] = [german, french, spanish, portuguese];

/** The words of all of them, as alternatives. */
export function wordsOf(kind: keyof Words): string {
  return languages.map(({ words }) => words[kind]).join('|');
}

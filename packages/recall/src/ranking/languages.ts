import { english } from './english.ts';
import type { Language } from './language.ts';
import { plainWords } from './plain-words.ts';

const tables: ReadonlyMap<string, Language> = new Map([[english.code, english]]);

/** The table of a language by its ISO 639-1 code, a region after it or not; one without a table falls back to plain words. */
export function languageOf(code: string): Language {
  return tables.get(code.trim().toLowerCase().split(/[-_]/)[0] ?? '') ?? plainWords;
}

import { findPersonal } from '../detectors/personal/find-personal.ts';
import type { PersonalKind } from '../detectors/personal/personal-finding.ts';
import { type Category, categoryWords } from './category-words.ts';
import { otherNames, subjectWords } from './subject-words.ts';

/** The names of the categories that are known by words, in the order of the page. */
export const categories = Object.keys(categoryWords) as readonly Category[];

const patterns = new Map<string, RegExp>(
  Object.entries({ ...subjectWords, ...categoryWords }).map(([name, words]) => [
    name,
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.replaceAll('*', String.raw`[\p{L}]*`)})(?![\p{L}\p{N}])`, 'iu'),
  ]),
);

/** Personal data that belongs to a category by itself. */
const personal: Readonly<Partial<Record<PersonalKind, Category>>> = {
  health: 'health',
  email: 'contact',
  phone: 'contact',
  address: 'location',
  'national-id': 'identity',
};

/** What a caller may say before a category. A text has other words there: "my landlord" is "The user's landlord". */
const leadingWords = /^(?:(?:my|our|the|any|an?)\s+)+/u;

/** Whether a text is of a category: by the words of one that is known, else by the category's own words, in any form near theirs. */
export function isOfCategory(text: string, category: string): boolean {
  const own = category.trim().toLowerCase().replace(leadingWords, '');
  const name = knownName(own);
  const pattern = patterns.get(name);
  if (!pattern) return hasWords(text, own);
  return pattern.test(text) || findPersonal(text).some(({ kind }) => personal[kind] === name);
}

/** The name of a known category or subject by which a caller may mean it; its own, where none is known. */
function knownName(own: string): string {
  const forms = [
    own,
    `${own}s`,
    own.replace(/s$/, ''),
    own.replace(/es$/, ''),
    own.replace(/ies$/, 'y'),
    own.replace(/y$/, 'ies'),
  ];
  const known = forms.map((form) => otherNames[form] ?? form).find((form) => patterns.has(form));
  return known ?? own;
}

/** "football clubs" is in "The user joined a football club". */
function hasWords(text: string, phrase: string): boolean {
  const said = wordsOf(text);
  const wanted = wordsOf(phrase);
  return wanted.length > 0 && wanted.every((word) => said.some((each) => isLike(each, word)));
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Two words of one stem: they differ by an ending of at most three signs. */
function isLike(said: string, wanted: string): boolean {
  const stem = wanted.length > 4 ? wanted.replace(/(?:ies|y|es|s|e)$/, '') : wanted.replace(/s$/, '');
  const most = stem.length > 3 ? 3 : 1;
  return said.startsWith(stem) && said.length - stem.length <= most;
}

import { BoundedMap, rememberLately } from '@agent-mem/contract';
import { english } from './english.ts';
import { type Language, ofLanguage } from './language.ts';

/** A text as the search index holds it. */
export interface AnalysedText {
  /** How often each term occurs. Has no prototype, so a term such as "constructor" is only a term. */
  readonly terms: Readonly<Record<string, number>>;
  /** Number of terms, repeats counted. */
  readonly length: number;
}

/** A longer word is cut: nobody asks for it by its end, and base64 would fill the index. */
const maxTermLength = 64;

const word = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{N}\p{M}]+)*/gu;
const withoutSpaces = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)/u;
const segmented = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Counts the terms of a text: lower case, apostrophes and Latin accents folded, stop words left out, stems. */
export function analyse(text: string, language: Language = english): AnalysedText {
  return analyseTogether([text], language);
}

/** Counts the terms of several texts as if they were one. */
export function analyseTogether(texts: readonly string[], language: Language): AnalysedText {
  const terms: Record<string, number> = Object.create(null);
  let length = 0;
  for (const text of texts) {
    for (const term of termsOf(text, language)) {
      terms[term] = (terms[term] ?? 0) + 1;
      length += 1;
    }
  }
  return { terms, length };
}

/** The distinct terms of a query, in order. */
export function queryTerms(text: string, language: Language = english): readonly string[] {
  return [...new Set(termsOf(text, language))];
}

/** The words of a text in order, folded, without a possessive's end. One piece of work asks for them several times. */
export const wordsOf: (text: string) => readonly string[] = rememberLately(
  (text) =>
    (fold(text).match(word) ?? []).map((each) => (each.includes("'") ? each.replace(/'s$/, '').replaceAll("'", '') : each)),
  { texts: 64, characters: 4_096 },
);

function termsOf(text: string, language: Language): readonly string[] {
  return /[\p{L}\p{N}]/u.test(text) ? wordsOf(text).flatMap((bare) => termsOfWord(bare, language)) : signsOf(text);
}

/** So many words are what a language uses most; each with its terms takes some hundred bytes. */
const mostWords = 20_000;
const termsByWord = ofLanguage(() => new BoundedMap<string, readonly string[]>(mostWords));

/** The terms of one of a text's words: more than one where a script writes no spaces. */
export function termsOfWord(bare: string, language: Language): readonly string[] {
  if (bare.length > maxTermLength) return newTerms(bare, language);
  const termsOfWords = termsByWord(language);
  const known = termsOfWords.get(bare);
  if (known) return known;
  const terms = newTerms(bare, language);
  termsOfWords.set(bare, terms);
  return terms;
}

function newTerms(bare: string, language: Language): readonly string[] {
  return [...splitScripts(bare)]
    .filter((part) => !language.stopWords.has(part))
    .map((part) => language.stem(part.slice(0, maxTermLength)));
}

/** A text without a word, such as "👍", is found by the symbols that stand in it. A symbol and its coloured form are one. */
const signsOf: (text: string) => readonly string[] = rememberLately(
  (text) =>
    Array.from(graphemes.segment(text), ({ segment }) => segment)
      .filter((segment) => /\p{S}/u.test(segment))
      .map((segment) => segment.replaceAll('\ufe0f', '').slice(0, maxTermLength)),
  { texts: 64, characters: 4_096 },
);

function fold(text: string): string {
  const lower = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'");
  return lower
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
}

/** Scripts that write no spaces give single signs and pairs of neighbours; Thai and its like, the segmenter's words. */
function* splitScripts(text: string): Iterable<string> {
  if (segmented.test(text)) {
    for (const { segment } of segmenter.segment(text)) yield segment;
    return;
  }
  for (const part of text.split(withoutSpaces)) {
    if (part === '') continue;
    if (withoutSpaces.test(part)) yield* signsAndPairs([...part]);
    else yield part;
  }
}

function* signsAndPairs(signs: readonly string[]): Iterable<string> {
  for (const [index, sign] of signs.entries()) {
    yield sign;
    const next = signs[index + 1];
    if (next !== undefined) yield sign + next;
  }
}

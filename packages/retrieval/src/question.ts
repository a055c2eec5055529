import { queryTerms, wordsOf } from './analyse.ts';
import { type AskedDate, askedDates } from './asked-date.ts';
import { english } from './english.ts';
import type { Language } from './language.ts';

/** What ranking knows of a question from its words alone. */
export interface Question {
  /** Its distinct terms, in order. */
  readonly terms: readonly string[];
  /** All its words, folded: who is named is told by comparing them with those who speak. */
  readonly words: ReadonlySet<string>;
  /** Those of its terms that are written as names are. */
  readonly names: ReadonlySet<string>;
  readonly dates: readonly AskedDate[];
  readonly wantsTime: boolean;
  readonly wantsName: boolean;
  /** It speaks of the asker. */
  readonly firstPerson: boolean;
}

/** Analyses a question. */
export function analyseQuestion(text: string, language: Language = english): Question {
  const words = [...wordsOf(text)];
  return {
    terms: queryTerms(text, language),
    words: new Set(words),
    names: new Set(queryTerms(capitalised(text).join(' '), language)),
    dates: askedDates(words, language),
    wantsTime: language.wantsTime.test(text.trim()),
    wantsName: language.wantsName.test(text.trim()),
    firstPerson: words.some((word) => language.firstPerson.has(word)),
  };
}

/** Words with a capital; the first of a sentence has one anyway. */
function capitalised(text: string): readonly string[] {
  return [...text.matchAll(/(?<![.!?]\s+|^\s*|[\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]+/gu)].map(([word]) => word);
}

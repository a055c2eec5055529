import { rememberLately } from '@agent-mem/contract';
import { queryTerms, termsOfWord, wordsOf } from './analyse.ts';
import { type AskedDate, askedDates } from './asked-date.ts';
import { english } from './english.ts';
import { type Language, ofLanguage } from './language.ts';

/** What ranking knows of a question from its words alone. */
export interface Question {
  /** Its distinct terms, in order. */
  readonly terms: readonly string[];
  /** All its words, folded: comparing them with the speakers finds who is named. */
  readonly words: ReadonlySet<string>;
  /** Those of its terms that are written as names are. */
  readonly names: ReadonlySet<string>;
  readonly dates: readonly AskedDate[];
  /** The word, folded, behind each term. */
  readonly wordOf: ReadonlyMap<string, string>;
  readonly wantsTime: boolean;
  readonly wantsName: boolean;
  /** It denies something. */
  readonly negated: boolean;
  /** It asks for what holds now, or for what held before; `null`: it does not say. */
  readonly tense: 'present' | 'past' | null;
  /** It speaks of the asker. */
  readonly firstPerson: boolean;
}

/** A question asked before, and what answered it. */
export interface PastQuestion {
  /** Its distinct terms, names left out. */
  readonly terms: readonly string[];
  readonly answeredBy: readonly {
    readonly id: string;
    /** Learned, −1 to 1: below 0 it was no answer. */
    readonly weight: number;
  }[];
}

/** The services look at one question at the same time: the first of them analyses it. */
const lately = { texts: 64, characters: 4_096 };
const analysed = ofLanguage((language) => rememberLately((text) => newQuestion(text, language), lately));

/** Analyses a question. */
export function analyseQuestion(text: string, language: Language = english): Question {
  return analysed(language)(text);
}

const pastVerbs =
  /\b(?:did|were|had|ever)\b|(?<=\S )was\b(?! (?:ich|du|er|sie|es|wir|ihr|meine?\p{L}{0,2}|unsere?\p{L}?|man)\b)/iu;
/** "Was" opens a question of German too, where it asks what is: "Was fahre ich?". In English it has a subject behind it. */
const opensPast =
  /^\W*[Ww]as(?:n['’]t)? (?:\p{Lu}|(?:i|my|we|our|you|your|he|his|she|her|it|its|they|their|the|this|that|there|an?|any\p{Ll}*|some\p{Ll}*)\b)/u;

/** Whether a question asks what was, "Where did I live before?": what is believed no more may answer it. */
export function asksOfPast(text: string): boolean {
  return pastVerbs.test(text) || opensPast.test(text) || english.asksPast.test(text);
}

function newQuestion(text: string, language: Language): Question {
  const words = wordsOf(text);
  return {
    terms: queryTerms(text, language),
    words: new Set(words),
    names: new Set(queryTerms(capitalised(text).join(' '), language)),
    dates: askedDates(words, language),
    wordOf: new Map(words.flatMap((word) => termsOfWord(word, language).map((term) => [term, word] as const))),
    wantsTime: language.wantsTime.test(text.trim()),
    wantsName: language.wantsName.test(text.trim()),
    negated: language.negates.test(text),
    tense: language.asksPast.test(text) ? 'past' : language.asksPresent.test(text) ? 'present' : null,
    firstPerson: words.some((word) => language.firstPerson.has(word)),
  };
}

/** The terms of a question that tell it from others about the same people: its names are left out. */
export function tellingTerms({ terms, names }: Pick<Question, 'terms' | 'names'>): readonly string[] {
  return terms.filter((term) => !names.has(term));
}

/** Words with a capital; the first of a sentence has one anyway. */
function capitalised(text: string): readonly string[] {
  const found: string[] = [];
  for (const { 0: word, index } of text.matchAll(/\p{Lu}[\p{L}\p{N}'’-]+/gu)) {
    // By hand: a look behind over white space takes the square of its length.
    let before = index - 1;
    while (/\s/.test(text.charAt(before))) before -= 1;
    const isInWord = before === index - 1 && /[\p{L}\p{N}]/u.test(text.charAt(before));
    const isFirst = before < 0 || /[.!?]/.test(text.charAt(before));
    if (!isInWord && !isFirst) found.push(word);
  }
  return found;
}

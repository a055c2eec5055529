import { analyseTogether, wordsOf } from './analyse.ts';
import { yearOf } from './asked-date.ts';
import { english } from './english.ts';
import { dayOfTime, type Language } from './language.ts';

/** What a text is indexed with: whatever ranking wants to know of it that its terms do not say. Stored as the document's fields. */
export interface TextFeatures {
  /** Number of words, stop words counted. */
  readonly words: number;
  /** It ends by asking. */
  readonly asks: boolean;
  /** It says when. */
  readonly time_word: boolean;
  /** It holds a name inside a sentence, or a quotation. */
  readonly proper_name: boolean;
  /** It denies something. */
  readonly negated: boolean;
  readonly speaker: string | null;
  /** Its words, folded, each once, in one string, which costs a hit half of what a list does; only of texts that are `spelled`. */
  readonly spellings?: string;
}

/** A text to index with what is known about it. */
export interface DescribedText {
  readonly text: string;
  /** Who says it; found by this name too. */
  readonly speaker?: string | null;
  /** When it was said, in milliseconds since 1970; given: found by the words of its date too. */
  readonly timestamp?: number | null;
  /** Found by what is almost one of its words too: for short texts, since its words are stored with it. Default false. */
  readonly spelled?: boolean;
}

/** A text as the search index holds it. */
export interface IndexedText {
  readonly terms: Readonly<Record<string, number>>;
  /** Number of terms, repeats counted. */
  readonly length: number;
  readonly fields: TextFeatures;
}

/** Terms and features of a text: its own, its speaker's and its date's. They depend on nothing else, so they never need to be made again. */
export function describeText(
  { text, speaker = null, timestamp = null, spelled = false }: DescribedText,
  language: Language = english,
): IndexedText {
  const date = timestamp === null || Number.isNaN(timestamp) ? '' : language.dateText(dayOfTime(timestamp));
  const fields = featuresOf(text, speaker, language);
  return {
    ...analyseTogether([text, speaker ?? '', date], language),
    fields: spelled ? { ...fields, spellings: spellingsOf(text, language) } : fields,
  };
}

/** Words enough for a statement; of a longer text slips find the beginning. */
const mostSpellings = 60;

function spellingsOf(text: string, language: Language): string {
  const words = new Set(wordsOf(text));
  const contentWords = [...words].filter((word) => word.length > 2 && !language.stopWords.has(word));
  return contentWords.slice(0, mostSpellings).join(' ');
}

function featuresOf(text: string, speaker: string | null, language: Language): TextFeatures {
  const said = withoutRemark(text);
  return {
    words: said.match(/\S+/g)?.length ?? 0,
    asks: /[?？؟]["'”’)]*$/.test(said),
    time_word: saysWhen(said, language),
    proper_name: language.holdsName.test(said),
    negated: language.negates.test(said),
    speaker,
  };
}

/** What is said, without a remark in brackets behind it such as the caption of a picture. */
function withoutRemark(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith(']') ? trimmed.slice(0, Math.max(0, trimmed.lastIndexOf('['))).trim() : trimmed;
}

function saysWhen(text: string, language: Language): boolean {
  for (const word of new Set(wordsOf(text))) {
    if (language.timeWords.has(word) || yearOf(word) !== null) return true;
    if (!language.months.has(word)) continue;
    // "may" is a month where it is written as one.
    if (!language.ambiguousMonths.has(word) || new RegExp(`\\b${word.charAt(0).toUpperCase()}${word.slice(1)}\\b`).test(text))
      return true;
  }
  return false;
}

import { referencesIn, rememberLately } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { countTokens } from '@agent-mem/recall/ranking';
import type { Sliced } from '@agent-mem/runtime';

/** What a sentence is worth that names, counts and decides nothing. */
const plainWorth = 1;
const decision =
  /\b(decid(e|ed|ing)|decisions?|conclu(de|ded|sion)|therefore|will use|going with|chose|chosen|agreed (?:that|to|on)|must(?! have\b|.ve\b)|never|because)\b/i;
const number = /\d/;
const identifier = /\b\w+_\w+|\b[a-z]+[A-Z]\w*|\b[A-Z]\w*[a-z][A-Z]\w*|`[^`]+`|\/\w+/;
/** A capital that does not begin the sentence. */
const name = /(?<=[\p{L}\d,;:] )\p{Lu}\p{Ll}+/gu;

/** Names of those who are spoken to, which say nothing: "Thanks, Anna!", "I agree, Anna." */
const addressed = [
  /^(?:hey|hi|hello|dear|thanks|thank you|wow|oh|ah|aw+|yes|yeah|yep|yup|no|nah|sure|okay|ok|well|right|exactly|absolutely|totally|congrats|congratulations|great|awesome|cool|nice|sorry|bye|cheers|hola|gracias|hallo|danke|salut|bonjour|merci|ciao)[,!]? \p{Lu}\p{Ll}+(?=[,.!?])/iu,
  /, \p{Lu}\p{Ll}+[.!?…]*$/u,
];

/** What is read in one slice: a few milliseconds. */
const sliceCharacters = 8_192;

/** How much of a text is chosen. */
export interface ExtractLimits {
  readonly maxTokens: number;
  /** Where fewer say much, others are chosen too. Default 0. */
  readonly minSentences?: number;
  /** Default: any number. */
  readonly maxSentences?: number;
}

/**
 * The sentences that say most, in the order in which they stand. Decisions, identifiers, numbers and names decide; of two alike the
 * earlier one stays. Empty where not even one fits. It is read in slices.
 */
export function* extractSummary(
  text: string,
  { maxTokens, minSentences = 0, maxSentences = Infinity }: ExtractLimits,
): Sliced<string> {
  const read: ReadSentence[] = [];
  let inSlice = 0;
  for (const line of text.split(/\n+/)) {
    inSlice += line.length;
    if (inSlice > sliceCharacters) {
      yield;
      inSlice = line.length;
    }
    read.push(...sentencesRead(line));
  }
  const sentences = [...new Map(read.map((each) => [each.sentence, each])).values()];
  const telling = sentences.filter(({ worth }) => worth > plainWorth);
  const others = sentences.filter(({ worth }) => worth <= plainWorth);
  const chosen = new Set<ReadSentence>();
  let left = maxTokens;
  for (const each of [...densestFirst(telling), ...densestFirst(others)]) {
    // A summary is not filled up with what says little, unless there is nothing else.
    if (each.worth <= plainWorth && telling.length > 0 && chosen.size >= minSentences) break;
    if (each.tokens > left || chosen.size >= maxSentences) continue;
    chosen.add(each);
    left -= each.tokens;
  }
  return sentences.flatMap((each) => (chosen.has(each) ? [ended(each.sentence)] : [])).join(' ');
}

function densestFirst(sentences: readonly ReadSentence[]): readonly ReadSentence[] {
  return sentences.toSorted((a, b) => b.density - a.density);
}

/** With a stop, where a line ended without one: what is chosen from again must still be two sentences. */
function ended(sentence: string): string {
  return /[\p{L}\p{N}]$/u.test(sentence) ? `${sentence}.` : sentence;
}

interface ReadSentence {
  readonly sentence: string;
  readonly tokens: number;
  readonly worth: number;
  /** Worth for what it takes. */
  readonly density: number;
}

/** A summary is brought up to date from the same parts again and again; so many of them are at most 8 MB. */
const sentencesRead = rememberLately(
  (line): readonly ReadSentence[] =>
    sentencesOf(line).map((sentence) => {
      const tokens = countTokens(sentence) + 1;
      const worth = worthOf(sentence);
      return { sentence, tokens, worth, density: worth / Math.sqrt(tokens) };
    }),
  { texts: 500, characters: 8_000 },
);

function worthOf(sentence: string): number {
  if (sentence.endsWith('?')) return 0.5;
  const names = new Set(addressed.reduce((left, each) => left.replace(each, ''), sentence).match(name)).size;
  return (
    plainWorth +
    (decision.test(sentence) ? 3 : 0) +
    (identifier.test(sentence) || referencesIn(sentence).length > 0 ? 2 : 0) +
    (number.test(sentence) ? 2 : 0) +
    Math.min(names, 3)
  );
}

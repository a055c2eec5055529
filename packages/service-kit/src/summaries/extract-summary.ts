import { referencesIn } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { countTokens } from '@agent-mem/recall/ranking';

/** What a sentence is worth that names, counts and decides nothing. */
const plainWorth = 1;
const decision =
  /\b(decid(e|ed|ing)|decisions?|conclu(de|ded|sion)|therefore|will use|going with|chose|chosen|agreed|must|never|because)\b/i;
const number = /\d/;
const identifier = /\b\w+_\w+|\b[a-z]+[A-Z]\w*|\b[A-Z]\w*[a-z][A-Z]\w*|`[^`]+`|\/\w+/;
/** A capital that does not begin the sentence. */
const name = /(?<=[\p{L}\d,;:] )\p{Lu}\p{Ll}+/gu;

/** How much of a text is chosen. */
export interface ExtractLimits {
  readonly maxTokens: number;
  /** Default: any number. */
  readonly maxSentences?: number;
}

/**
 * The sentences that say most, in the order in which they stand. Decisions, identifiers, numbers and names decide; of two alike the
 * earlier one stays. Empty where not even one fits.
 */
export function extractSummary(text: string, { maxTokens, maxSentences = Infinity }: ExtractLimits): string {
  const sentences = [...new Set(text.split(/\n+/).flatMap(sentencesOf))].map((sentence, index) => ({
    sentence,
    index,
    tokens: countTokens(sentence) + 1,
  }));
  const telling = sentences.filter(({ sentence }) => worthOf(sentence) > plainWorth);
  // A summary is not filled up with what says little, unless there is nothing else.
  const ranked = (telling.length > 0 ? telling : sentences)
    .map((each) => ({ ...each, worth: worthOf(each.sentence) / Math.sqrt(each.tokens) }))
    .toSorted((a, b) => b.worth - a.worth || a.index - b.index);
  const chosen = new Set<number>();
  let left = maxTokens;
  for (const { index, tokens } of ranked) {
    if (tokens > left || chosen.size >= maxSentences) continue;
    chosen.add(index);
    left -= tokens;
  }
  return sentences.flatMap(({ sentence, index }) => (chosen.has(index) ? [sentence] : [])).join(' ');
}

function worthOf(sentence: string): number {
  if (sentence.endsWith('?')) return 0.5;
  const names = new Set(sentence.match(name)).size;
  return (
    plainWorth +
    (decision.test(sentence) ? 3 : 0) +
    (identifier.test(sentence) || referencesIn(sentence).length > 0 ? 2 : 0) +
    (number.test(sentence) ? 2 : 0) +
    Math.min(names, 3)
  );
}

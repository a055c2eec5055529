import { type Fact, rememberLately } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { analyse, queryTerms } from '@agent-mem/recall/ranking';

/** A text of another tier, by what it may hold of facts. */
export interface RememberedText {
  readonly texts: readonly string[];
  /** The invocation it is of; `null`: of none. */
  readonly invocationId: string | null;
  /** When it was said (ISO 8601). */
  readonly at: string;
}

/** A fact of one word says too little to be looked for. */
const leastTerms = 2;

/**
 * Whether a text may be shown though some facts are retired: none of them was learned from it, and no sentence of it says what one of them
 * says. What was replaced may be spoken of afterwards; what was deleted and not replaced may not be shown again.
 */
export function holdsNothingRetired(retired: readonly Fact[]): (text: RememberedText) => boolean {
  const gone = retired.map((fact) => ({ fact, terms: factTerms(fact.content) }));
  return ({ texts, invocationId, at }) => {
    return !gone.some(({ fact, terms }) => {
      if (invocationId !== null && fact.evidence?.invocation_id === invocationId) return true;
      const until = fact.replaced_by === null ? null : fact.valid_to;
      if (terms.length < leastTerms || (until !== null && Date.parse(at) > Date.parse(until))) return false;
      return texts.some((text) => sentenceTerms(text).some((held) => terms.every((term) => term in held)));
    });
  };
}

/** What a fact says, whosever it is. What is retired is looked at with each question. */
const factTerms = rememberLately((content) => queryTerms(content.replace(/\bthe user(?:['’]s)?\b/gi, ' ')), {
  texts: 2000,
  characters: 1000,
});

/** Which terms each sentence of a text has. Most of what is recalled was recalled lately. */
const sentenceTerms = rememberLately((text) => sentencesOf(text).map((sentence) => analyse(sentence).terms), {
  texts: 1000,
  characters: 4000,
});

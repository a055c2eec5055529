import { folded, hasPhrase } from '../phrases.ts';
import { does } from './acts.ts';
import type { Expected } from './load.ts';

/** What went before an answer in its conversation. */
export interface Before {
  /** Earlier answers of the conversation, oldest first. */
  readonly answers: readonly string[];
  /** What the user wrote so far, in all conversations. */
  readonly said: readonly string[];
}

/** What is to be said of an answer. */
export interface Scored {
  readonly isRight: boolean;
  /** It quotes an earlier answer, and nobody asked for it. */
  readonly isSelfQuote: boolean;
  /** It has something that was superseded or deleted. */
  readonly isPast: boolean;
}

/** Scores an answer by what it must have and what it must not have. */
export function score(answer: string, expected: Expected, before: Before): Scored {
  const { says, all = [], past = [], not = [], repeats } = expected;
  const isSelfQuote = repeats === undefined && quotesItself(answer, before);
  const isPast = past.some((phrases) => hasPhrase(answer, phrases));
  const hasAll = all.every((phrases) => hasPhrase(answer, phrases)) && (says === undefined || does(answer, says));
  const repeated = repeats === 'first' ? before.answers[0] : before.answers.at(-1);
  const hasRepeated = repeats === undefined || (repeated !== undefined && wordsOf(answer).includes(beginningOf(repeated)));
  const hasNone = !not.some((phrases) => hasPhrase(answer, phrases));
  const isRight = answer.trim() !== '' && hasAll && hasRepeated && hasNone && !isPast && !isSelfQuote;
  return { isRight, isSelfQuote, isPast };
}

/** So many words show that one answer stands in another. */
const beginning = 8;
/** So many of them are the agent's own; fewer may be a fact, said again in the words that it was said in. */
const ownWords = 3;
const givenWords = new Set("you your you're yours is are was do does have has the a an and in at of to that it".split(' '));

function quotesItself(answer: string, { answers, said }: Before): boolean {
  const words = wordsOf(answer);
  const users = new Set(said.flatMap((text) => wordsOf(text).trim().split(' ')));
  return answers.some((earlier) => {
    const begins = beginningOf(earlier);
    const own = begins
      .trim()
      .split(' ')
      .filter((word) => !users.has(word) && !givenWords.has(word));
    // At the start it is the same answer again; behind other words it is quoted.
    return own.length >= ownWords && words.indexOf(begins, 1) > 0;
  });
}

function beginningOf(answer: string): string {
  return ` ${wordsOf(answer).trim().split(' ').slice(0, beginning).join(' ')} `;
}

/** The words of a text with one space around each. */
function wordsOf(text: string): string {
  return ` ${
    folded(text)
      .match(/[\p{L}\p{N}']+/gu)
      ?.join(' ') ?? ''
  } `;
}

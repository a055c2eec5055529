import { type InvocationStep, ownAnswers, ownQuotes, type ResponseOf } from '@agent-mem/contract';
import type { Run } from '../run.ts';
import { learnedFrom } from './learned-from.ts';
import { nearestSaid, sentenceFor } from './nearest-said.ts';
import { sharedWords } from './shared-words.ts';

/** What a user wants forgotten. */
export interface Unwanted {
  /** Of the facts; none: no fact says it. */
  readonly ids: readonly string[];
  readonly about: string;
  /** The facts of which only a part is meant. */
  readonly parts: ResponseOf<'facts', 'interpret'>['parts'];
}

/**
 * The arguments of `Forget`; `null`: there is nothing to forget. Where no fact says it in these words, a message may: what was learned from it is meant
 * then. What no fact says on its own is named by its words, the part of a fact as well as what the user said.
 */
export async function argumentsToForget(
  run: Run,
  { ids, about, parts }: Unwanted,
): Promise<Readonly<Record<string, string>> | null> {
  const said = ids.length > 0 ? [] : nearestSaid(about, run.memory.messages ?? []);
  const learned = await learnedFrom(said, about, run);
  const unlearned = said.filter((_, place) => learned[place]?.length === 0);
  const unwanted = [...new Set([...ids, ...learned.flat()])];
  const forgotten = [
    ...new Set([...parts.map((part) => part.forgotten), ...unlearned.map((message) => sentenceFor(about, message))]),
  ];
  if (unwanted.length + forgotten.length === 0) return null;
  const remaining = parts.map((part) => part.remaining);
  return {
    ...(unwanted.length > 0 && { fact_id: unwanted.join(', ') }),
    ...(remaining.length > 0 && { remaining: remaining.join('\n') }),
    ...(forgotten.length > 0 && { forgotten: forgotten.join('\n') }),
  };
}

/** What the user gets when it is forgotten: also what stays, or what was forgotten beside what they asked for. */
export function forgottenAnswer({ arguments: args, thought }: InvocationStep, question: string): string {
  const { remaining } = JSON.parse(args) as { readonly remaining?: unknown };
  if (remaining !== undefined) return `${ownAnswers.forgotten} ${ownAnswers.stillKnown} ${thought}`;
  return saysMore(thought, question) ? `${ownQuotes.forgottenWhole}${thought}` : ownAnswers.forgotten;
}

/** Whether one of the things that a text lists is none that the question names. */
function saysMore(text: string, question: string): boolean {
  const things = text.split(/, | (?:and|but) |; /);
  return things.length > 1 && things.some((thing) => sharedWords(thing).sharedBy(question).length === 0);
}

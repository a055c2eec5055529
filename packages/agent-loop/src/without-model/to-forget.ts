import { type InvocationStep, messageIdsOf, ownAnswers, ownQuotes, type ResponseOf } from '@agent-mem/contract';
import type { Run } from '../run.ts';
import { nearestSaid, quoteFor } from './nearest-said.ts';
import { sharedWords } from './shared-words.ts';

/** What a user wants forgotten. */
export interface Unwanted {
  /** Of the facts; none: no fact says it. */
  readonly ids: readonly string[];
  readonly about: string;
  /** The facts of which only a part is meant. */
  readonly parts: ResponseOf<'facts', 'interpret'>['parts'];
}

/** Stores a fact, and answers its id. */
export type StoreFact = (fact: {
  readonly content: string;
  readonly evidence: { readonly message_id: string };
  readonly valid_to?: string;
}) => Promise<string>;

/**
 * The arguments of `Forget`; `null`: there is nothing to forget. What the user said and no fact says on its own is noted as a fact: its end hides the
 * messages that say it. The part of a fact is noted as over, so that nothing believes it meanwhile.
 */
export async function argumentsToForget(run: Run, { ids, about, parts }: Unwanted, store: StoreFact) {
  const noted: string[] = [];
  const { invocation, context, memory } = run;
  for (const content of new Set(parts.map(({ forgotten }) => forgotten))) {
    const evidence = { message_id: messageIdsOf(invocation.invocationId).question };
    noted.push(await store({ content, evidence, valid_to: new Date(context.clock.now()).toISOString() }));
  }
  const said = ids.length > 0 ? [] : nearestSaid(about, memory.messages ?? []);
  for (const message of said)
    noted.push(await store({ content: quoteFor(about, message), evidence: { message_id: message.id } }));
  const all = [...ids, ...noted];
  if (all.length === 0) return null;
  const remaining = parts.map((part) => part.remaining).join('\n');
  return { fact_id: all.join(', '), ...(remaining !== '' && { remaining }) };
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

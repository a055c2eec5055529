import { modelInteger } from '@agent-mem/llm';
import type { Language } from '@agent-mem/recall/ranking';
import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { type JsonAnswer, listSchema, type MessageSinceLastEnd, type ReadAnswer } from '@agent-mem/service-kit';
import { tripleOf } from '../statements/statement-triple.ts';
import { isAskedToRemember, type LearnedFact } from './asked-to-remember.ts';
import { type Extracted, readExtracted } from './extracted.ts';
import { readModelStatement } from './model-statement.ts';
import { quoting } from './quote.ts';
import { saidTime } from './said-time.ts';

/** Most statements taken from one look at a conversation. */
const maxStatements = 10;
/** As of what is learned from an invocation. */
const confidence = 0.8;

/** A statement that a user made in a message. */
export interface SaidStatement {
  readonly text: string;
  readonly message: MessageSinceLastEnd;
  /** The fact that is wrong, in whose place this is right. Absent: it is said by itself. */
  readonly replaces?: string;
}

/** What a model is asked for about messages of a conversation. `isInvented`: nothing that it was given says so. */
export function saidStatementsAnswer(
  messages: readonly MessageSinceLastEnd[],
  isInvented: (text: string) => boolean,
): JsonAnswer<Extracted<SaidStatement>> {
  const entry = { message: { type: 'integer' }, fact: { type: 'string' } };
  const schema = { name: 'facts', schema: listSchema('facts', entry) };
  return {
    kind: 'list',
    maxTokens: 2_000,
    schema,
    read: (list) => readExtracted(list, maxStatements, (each) => readSaid(each, messages, isInvented)),
  };
}

/** Reads one statement of the model's list, with the number of the message that makes it, from 1. */
function readSaid(
  entry: unknown,
  messages: readonly MessageSinceLastEnd[],
  isInvented: (text: string) => boolean,
): ReadAnswer<SaidStatement> {
  if (typeof entry !== 'object' || entry === null) return { unusable: 'not-an-object' };
  const { message: number, fact } = entry as Readonly<Record<string, unknown>>;
  const message = messages[(modelInteger(number) ?? 0) - 1];
  if (!message) return { unusable: 'no-message' };
  const text = readModelStatement(fact, isInvented);
  return 'unusable' in text ? text : { value: { text: text.value, message } };
}

/** The statements, each with the message that says it: a model that miscounts names one that has no word of it, where another has. */
export function* attributed(
  statements: readonly SaidStatement[],
  messages: readonly MessageSinceLastEnd[],
  language: Language,
): Sliced<readonly SaidStatement[]> {
  const said: SaidStatement[] = [];
  for (const { text, message: numbered } of statements) {
    let message = numbered;
    let { share } = yield* quoting(text, numbered.content, language);
    for (const other of share > 0 ? [] : messages) {
      const quote = yield* quoting(text, other.content, language);
      if (quote.share > share) [message, share] = [other, quote.share];
    }
    said.push({ text, message });
  }
  return said;
}

/** The facts to store for what a user said in a conversation. */
export function* saidFacts(
  conversationId: string,
  statements: readonly SaidStatement[],
  language: Language,
): Sliced<readonly LearnedFact[]> {
  const facts: LearnedFact[] = [];
  for (const { text, message } of statements) {
    const said = tripleOf(text);
    const { text: quote } = yield* quoting(text, message.content, language);
    yield* sliceEnd(message.content);
    facts.push({
      content: text,
      source: conversationId,
      timestamp: message.timestamp,
      metadata: {},
      confidence,
      visibility: 'scope',
      conversation_id: conversationId,
      trust: 'user',
      subject: said?.subject ?? null,
      predicate: said?.predicate ?? null,
      object: said?.object ?? null,
      valid_from: saidTime(text, language),
      valid_to: null,
      evidence: {
        message_id: message.id,
        invocation_id: message.invocationId ?? '',
        quote,
      },
      isAskedFor: isAskedToRemember(quote, message.content),
    });
  }
  return facts;
}

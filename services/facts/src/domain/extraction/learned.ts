import type { Event, InvocationCompleted } from '@agent-mem/contract';
import type { Language } from '@agent-mem/recall/ranking';
import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import { readStatement } from '../statements/statement-reading.ts';
import { tripleOf } from '../statements/statement-triple.ts';
import { isAskedToRemember, type LearnedFact } from './asked-to-remember.ts';
import { type Quote, quoting } from './quote.ts';
import { saidTime } from './said-time.ts';
import type { ExtractedStatement } from './statements.ts';

/** A statement a model read out of what was said is believed a little less than one that was stored by name; what a tool showed, less. */
const confidences = { user: 0.8, tool: 0.6 } as const;

/** What the statements were looked for in. */
export interface ExtractionInput {
  readonly observations: readonly string[];
  /** What memory had put into the context: never learned again. */
  readonly injected: readonly string[];
  readonly language: Language;
}

/** The facts to store for the statements found in an invocation. */
export function* learnedFacts(
  event: Event,
  done: InvocationCompleted,
  statements: readonly ExtractedStatement[],
  input: ExtractionInput,
): Sliced<readonly LearnedFact[]> {
  const injected = new Set(input.injected.map(wordsKey));
  const facts: LearnedFact[] = [];
  for (const statement of statements) {
    const { trust, quote } = yield* sourceOf(statement, done.question, input);
    // What the user says again is theirs; what a tool shows may be an echo of memory.
    if (trust === 'tool' && injected.has(wordsKey(statement.text))) continue;
    // What tools showed stands with the answer.
    const messageId = trust === 'user' ? done.question_message_id : done.answer_message_id;
    const said = statement.subject !== null && statement.predicate !== null ? statement : tripleOf(statement.text);
    facts.push({
      content: statement.text,
      source: event.conversation_id,
      timestamp: event.timestamp,
      metadata: {},
      confidence: confidences[trust],
      visibility: 'scope',
      conversation_id: event.conversation_id || null,
      trust,
      subject: said?.subject ?? statement.subject,
      predicate: said?.predicate ?? statement.predicate,
      object: said?.object ?? statement.object,
      valid_from: statement.validFrom ?? saidTime(statement.text, input.language),
      valid_to: null,
      evidence: { message_id: messageId ?? '', invocation_id: done.invocation_id, quote: quote.text },
      isAskedFor: trust === 'user' && isAskedToRemember(quote.text, done.question),
    });
    yield* sliceEnd(done.question);
  }
  return facts;
}

/** A statement is the user's only if their message says at least as much of it as any tool: nothing that a tool showed gains trust by how a model labels it. */
function* sourceOf(
  { text, from }: ExtractedStatement,
  question: string,
  { observations, language }: ExtractionInput,
): Sliced<{ readonly trust: 'user' | 'tool'; readonly quote: Quote }> {
  const said = yield* quoting(text, question, language);
  const quotes: Quote[] = [];
  for (const observation of observations) quotes.push(yield* quoting(text, observation, language));
  const toolQuote = quotes.toSorted((a, b) => b.share - a.share)[0];
  const isFromTool = toolQuote !== undefined && (from === 'tool' || toolQuote.share > said.share || said.share === 0);
  return isFromTool ? { trust: 'tool', quote: toolQuote } : { trust: 'user', quote: said };
}

function wordsKey(text: string): string {
  return readStatement(text).words.join(' ');
}

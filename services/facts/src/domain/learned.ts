import type { Event, InvocationCompleted } from '@agent-mem/contract';
import type { FactDraft } from './fact-node.ts';

/** A statement a model read out of what was said is believed a little less than one that was stored by name. */
const learnedConfidence = 0.8;
/** Longest quote kept as evidence, in characters. */
const maxQuoteCharacters = 1_024;

/** The facts to store for the statements found in an invocation. */
export function learnedDrafts(event: Event, done: InvocationCompleted, statements: readonly string[]): readonly FactDraft[] {
  return statements.map((content) => ({
    content,
    source: event.conversation_id,
    timestamp: event.timestamp,
    metadata: {},
    confidence: learnedConfidence,
    visibility: 'scope',
    conversationId: event.conversation_id || null,
    trust: 'user',
    subject: null,
    predicate: null,
    object: null,
    validFrom: null,
    validTo: null,
    evidence: {
      message_id: '',
      invocation_id: done.invocation_id,
      quote: [...done.question].slice(0, maxQuoteCharacters).join(''),
    },
  }));
}

import { OperationError, type StoreFactRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import type { FactDraft } from './fact-node.ts';

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for members that do not go together, or are too much together. */
export function draftOf(request: StoreFactRequest, now: string): FactDraft {
  const conversationId = request.conversation_id || null;
  if (request.visibility === 'conversation' && conversationId === null)
    throw new OperationError('invalid-argument', 'conversation_id: is required for visibility "conversation"');
  if (request.valid_from && request.valid_to && request.valid_to < request.valid_from)
    throw new OperationError('invalid-argument', 'valid_to: must not be before valid_from');
  const { embedding: _embedding, ...record } = request;
  checkCarriable('fact', record);
  return {
    content: request.content,
    source: request.source || (conversationId ?? ''),
    timestamp: request.timestamp ?? now,
    metadata: request.metadata,
    confidence: request.confidence ?? 1,
    visibility: request.visibility,
    conversationId,
    trust: request.trust,
    subject: request.subject,
    predicate: request.predicate,
    object: request.object,
    validFrom: request.valid_from,
    validTo: request.valid_to,
    evidence: request.evidence,
  };
}

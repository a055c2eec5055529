import { OperationError, type StoreFactRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import type { NewFact } from './fact-node.ts';

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for members that do not go together, or are too much together. */
export function newFactOf(request: StoreFactRequest, now: string): NewFact {
  const conversation_id = request.conversation_id || null;
  if (request.visibility === 'conversation' && conversation_id === null)
    throw new OperationError('invalid-argument', 'conversation_id: is required for visibility "conversation"');
  if (request.valid_from && request.valid_to && request.valid_to < request.valid_from)
    throw new OperationError('invalid-argument', 'valid_to: must not be before valid_from');
  const { embedding: _embedding, ...record } = request;
  checkCarriable('fact', record);
  return {
    ...record,
    source: request.source || (conversation_id ?? ''),
    timestamp: request.timestamp ?? now,
    confidence: request.confidence ?? 1,
    visibility: request.visibility ?? 'scope',
    trust: request.trust ?? 'user',
    conversation_id,
  };
}

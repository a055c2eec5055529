import { isBlank, OperationError, type StoreFactRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import { givenMembers } from '@agent-mem/service-kit';
import { checkFact, type RequestedFact } from '../changes/fact-change.ts';
import type { NewFact } from './fact-node.ts';

/** What a caller says of one fact to store. */
export type FactRequest = Omit<StoreFactRequest, 'workspace' | 'user' | 'collection'>;

/** Of what an agent stores of its own accord: less than of what is learned from a user's own words. */
const agentConfidence = 0.7;

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for members that do not go together, or are too much together. */
export function newFactOf(request: FactRequest, now: string): RequestedFact {
  if (isBlank(request.content)) throw new OperationError('invalid-argument', 'content: must not be blank');
  const { embedding: _embedding, embedder: _embedder, ...record } = request;
  checkCarriable('fact', record);
  const conversation_id = request.conversation_id || null;
  const fact: NewFact = {
    ...record,
    source: request.source || (conversation_id ?? ''),
    timestamp: request.timestamp ?? now,
    confidence: request.confidence ?? (request.trust === 'agent' ? agentConfidence : 1),
    visibility: request.visibility ?? 'scope',
    trust: request.trust ?? 'user',
    conversation_id,
    key: request.key || null,
  };
  const said = ['content', 'source', 'timestamp', 'confidence', 'visibility', 'conversation_id', 'trust', 'subject'] as const;
  const more = ['predicate', 'object', 'valid_from', 'valid_to', 'evidence', 'tags', 'key', 'metadata', 'metadata_json'] as const;
  // A fact of this key may have the conversation that the request does not name.
  if (fact.key === null) checkFact(fact);
  return { ...fact, given: givenMembers(request, [...said, ...more]) };
}

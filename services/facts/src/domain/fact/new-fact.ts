import { OperationError, type StoreFactRequest } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import { checkFact, type FactChange, type RequestedFact } from '../changes/fact-change.ts';
import type { NewFact } from './fact-node.ts';

/** What a caller says of one fact to store. */
export type FactRequest = Omit<StoreFactRequest, 'workspace' | 'user' | 'collection'>;

/** Of what an agent stores of its own accord: less than of what is learned from a user's own words. */
const agentConfidence = 0.7;

/** What a caller asks to store, at this time (ISO 8601, UTC). Throws `invalid-argument` for members that do not go together, or are too much together. */
export function newFactOf(request: FactRequest, now: string): RequestedFact {
  if (request.content.trim() === '') throw new OperationError('invalid-argument', 'content: must not be blank');
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
  const given = givenOf(request);
  // A fact of this key may have the conversation that the request does not name.
  if (fact.key === null) checkFact(fact);
  return { ...fact, given };
}

/** The members that a request gives: texts, lists and maps that are empty are not given. */
function givenOf(request: FactRequest): FactChange {
  const members = ['content', 'source', 'metadata', 'timestamp', 'confidence', 'visibility', 'conversation_id'] as const;
  const more = [
    'trust',
    'subject',
    'predicate',
    'object',
    'valid_from',
    'valid_to',
    'evidence',
    'tags',
    'key',
    'metadata_json',
  ] as const;
  const isGiven = (value: unknown) =>
    value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
  // Of each name the value of that name.
  return Object.fromEntries(
    [...members, ...more].flatMap((name) => (isGiven(request[name]) ? [[name, request[name]]] : [])),
  ) as FactChange;
}

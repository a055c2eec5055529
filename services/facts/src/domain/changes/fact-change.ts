import { isDeepStrictEqual } from 'node:util';
import { type Fact, OperationError } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import type { NewFact } from '../fact/fact-node.ts';

/** What a caller changes of a fact; a member that is absent stays as it is. */
export type FactChange = Partial<NewFact>;

/** A fact to store; with what its caller gives of it, which changes the fact that has its key already. */
export type RequestedFact = NewFact & { readonly given?: FactChange };

/**
 * The fact after a change; `null`: it says nothing new. Another text is said at the time of the change, and of the old one's triple and
 * evidence nothing stays. Throws `invalid-argument` for members that do not go together.
 *
 * @param now ISO 8601, UTC.
 */
export function changedFact(fact: Fact, change: FactChange, now: string): Fact | null {
  const isOtherText = change.content !== undefined && change.content !== fact.content;
  const ofOldText = { subject: null, predicate: null, object: null, evidence: null, trust: 'user', timestamp: now } as const;
  const ofOldMetadata = { metadata_json: null };
  const changed: Fact = {
    ...fact,
    ...(isOtherText ? ofOldText : {}),
    ...(change.metadata === undefined ? {} : ofOldMetadata),
    ...change,
  };
  if (isDeepStrictEqual(changed, fact)) return null;
  checkFact(changed);
  checkCarriable('fact', changed);
  return changed;
}

/** Throws `invalid-argument` for members of a fact that do not go together. */
export function checkFact({
  visibility,
  conversation_id,
  valid_from,
  valid_to,
}: Pick<NewFact, 'visibility' | 'conversation_id' | 'valid_from' | 'valid_to'>): void {
  if (visibility === 'conversation' && conversation_id === null)
    throw new OperationError('invalid-argument', 'conversation_id: is required for visibility "conversation"');
  if (valid_from && valid_to && valid_to < valid_from)
    throw new OperationError('invalid-argument', 'valid_to: must not be before valid_from');
}

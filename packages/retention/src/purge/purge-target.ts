import { OperationError, type PurgeRequest } from '@agent-mem/contract';

/** What a request wants to be gone. */
export type PurgeTarget =
  | { readonly kind: 'memory'; readonly id: string }
  | { readonly kind: 'conversation'; readonly conversationId: string }
  | { readonly kind: 'scope' }
  | { readonly kind: 'user' };

/** Reads it from a checked request. Throws `invalid-argument` unless it names exactly one. */
export function targetOf({ id, conversation_id, everything, all_collections }: PurgeRequest): PurgeTarget {
  const named = [id, conversation_id].filter((name) => name !== null && name !== '').length + (everything ? 1 : 0);
  if (named !== 1)
    throw new OperationError('invalid-argument', 'everything: give exactly one of id, conversation_id and everything');
  if (all_collections && !everything)
    throw new OperationError('invalid-argument', 'all_collections: goes together with everything');
  if (id) return { kind: 'memory', id };
  if (conversation_id) return { kind: 'conversation', conversationId: conversation_id };
  return { kind: all_collections ? 'user' : 'scope' };
}

/** The name of what is gone, as the certificate tells it. */
export function targetIdOf(target: PurgeTarget): string | null {
  if (target.kind === 'memory') return target.id;
  return target.kind === 'conversation' ? target.conversationId : null;
}

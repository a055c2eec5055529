import { OperationError } from '@agent-mem/contract';

/** Throws `invalid-argument` unless the limit is a whole number from 1 to 1,000. */
export function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return;
  throw new OperationError('invalid-argument', `limit: must be from 1 to 1000, got ${limit}`);
}

/** Refuses what no store has in order: nodes of one conversation by weight. */
export function checkOrder({ order, conversationId }: { readonly order: string; readonly conversationId?: string }): void {
  if (order === 'weight' && conversationId !== undefined)
    throw new OperationError('invalid-argument', 'order: by weight it does not go together with a conversation');
}

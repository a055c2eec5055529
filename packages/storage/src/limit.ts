import { OperationError } from '@agent-mem/contract';
import type { WaysQuery } from './graph.ts';

/** Throws `invalid-argument` unless the limit is a whole number from 1 to `most` (1,000). */
export function checkLimit(limit: number, most = 1000): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return;
  throw new OperationError('invalid-argument', `limit: must be from 1 to ${most}, got ${limit}`);
}

/** Throws `invalid-argument` unless ways are asked for between two nodes, and within the bounds of `WaysQuery`. */
export function checkWays({ from, to, maxLength, limit }: WaysQuery): void {
  checkLimit(limit, 100);
  const isLength = Number.isInteger(maxLength) && maxLength >= 1 && maxLength <= 6;
  if (!isLength) throw new OperationError('invalid-argument', `max_length: must be from 1 to 6, got ${maxLength}`);
  if (from === to) throw new OperationError('invalid-argument', 'to: must be another node than from');
}

/** Refuses what no store has in order: nodes of one conversation by weight. */
export function checkOrder({ order, conversationId }: { readonly order: string; readonly conversationId?: string }): void {
  if (order === 'weight' && conversationId !== undefined)
    throw new OperationError('invalid-argument', 'order: by weight it does not go together with a conversation');
}

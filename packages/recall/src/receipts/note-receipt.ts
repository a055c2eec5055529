import type { Clock, ReceiptTier, Scope } from '@agent-mem/contract';
import { requestReceiptId } from './receipt-id.ts';
import type { Receipts } from './receipts.ts';
import type { ReceiptConfig } from './variables.ts';

/** What noting the receipt of a request needs of its handler's context. */
export interface ReceiptContext {
  readonly receipts: Pick<Receipts, 'note'>;
  readonly scope: Scope;
  readonly requestId: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: ReceiptConfig;
}

/** What was recalled for a request, in one tier. */
export interface TierAnswered {
  /** Such as facts.Retrieve. */
  readonly operation: string;
  readonly query: string;
  readonly conversationId: string | null;
  readonly tier: 'facts' | 'episodes' | 'conversation';
  readonly receipt: ReceiptTier;
}

/** Has the receipt of an answer of one tier stored after it, and says its id; empty where receipts are not stored. */
export function noteReceipt(context: ReceiptContext, answered: TierAnswered): string {
  const { receipts, scope, requestId, clock, config } = context;
  const { operation, query, conversationId, tier, receipt: own } = answered;
  if (config.RECEIPT_TTL_DAYS === 0) return '';
  const id = requestReceiptId(operation, scope, requestId, query);
  const created_at = new Date(clock.now()).toISOString();
  const receipt = { id, tiers: { [tier]: own }, tokens: own.tokens, ms: own.ms, created_at, operation };
  receipts.note(scope, { receipt, query, conversationId }, config.RECEIPT_TTL_DAYS);
  return id;
}

/** What other buses are built from. */

export { backoffMs } from './backoff.ts';
export { deadLetterProperties } from './dead-letter.ts';
export { checkOutgoing, checkPeekable, checkSubscribable } from './outgoing.ts';
export { Quiet } from './quiet.ts';
export { type Ledger, type QueueEnvironment, type StoredMessage, SubscriptionQueue } from './subscription-queue.ts';
export { SubscriptionTable } from './subscription-table.ts';
export type { Waiting } from './waiting-line.ts';

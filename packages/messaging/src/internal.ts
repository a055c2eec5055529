/** What other buses are built from. */

export { backoffMs } from './backoff.ts';
export { deadLetterProperties } from './dead-letter.ts';
export { closedBus } from './delivery/closed-bus.ts';
export type { DeliveryStore, StoredMessage } from './delivery/delivery-store.ts';
export { propertiesWithDueTime } from './delivery/due-time.ts';
export { HeldMessages, type HeldMessagesEnvironment, type Membership } from './delivery/held-messages.ts';
export { IdleTracker } from './delivery/idle-tracker.ts';
export { checkOutgoing, checkPeekable, checkSubscribable } from './delivery/outgoing.ts';
export type { Waiting } from './delivery/pending-queue.ts';
export { type PooledProducer, ProducerPool } from './delivery/producer-pool.ts';
export { SubscriptionQueue } from './delivery/subscription-queue.ts';
export { SubscriptionTable } from './delivery/subscription-table.ts';

/** What other buses are built from. */

export { AttemptRecord, type AttemptStore } from './attempt-record.ts';
export { backoffMs } from './backoff.ts';
export { deadLetterProperties } from './dead-letter.ts';
export type { DeliveryStore, StoredMessage } from './delivery-store.ts';
export { propertiesWithDueTime } from './due-time.ts';
export { type BrokerEnd, HeldMessages, type HeldMessagesEnvironment } from './held-messages.ts';
export { IdleTracker } from './idle-tracker.ts';
export { checkOutgoing, checkPeekable, checkSubscribable } from './outgoing.ts';
export type { Waiting } from './pending-queue.ts';
export { type PooledProducer, ProducerPool } from './producer-pool.ts';
export { type QueueEnvironment, SubscriptionQueue } from './subscription-queue.ts';
export { SubscriptionTable } from './subscription-table.ts';
export { TopicMembers } from './topic-members.ts';

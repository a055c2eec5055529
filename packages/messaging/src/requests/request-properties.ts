import { boundedIdempotencyKey, OperationError, parseTopicUrl, type Topic, traceparentGiven } from '@agent-mem/contract';
import type { Delivery } from '../bus.ts';

/** What a request says beside its payload. */
export interface RequestProperties {
  /** The caller's id, or the message's where the caller gave none. */
  readonly id: string;
  /** Milliseconds since 1970; `null` if the caller gave none or none that can be read. */
  readonly deadline: number | null;
  readonly idempotencyKey: string | null;
  readonly traceparent: string | null;
  /** Milliseconds since 1970 when it was first sent: a repeat, and a dead letter's replay, are published later. */
  readonly sentAt: number;
  /** What is wrong with the properties themselves. */
  readonly refusal: OperationError | null;
}

/** The idempotency key of a command whose caller gave none: its redeliveries share it, and its replays. */
export function keyOfDelivery(messageId: string): string {
  return `delivery:${messageId}`;
}

/** Reads the properties of a request. */
export function requestProperties({ id, properties, publishedAt }: Delivery): RequestProperties {
  const deadline = properties.deadline ? Number(properties.deadline) : null;
  const malformed = deadline !== null && !Number.isFinite(deadline);
  return {
    id: properties.id || id,
    deadline: malformed ? null : deadline,
    idempotencyKey: properties.idempotency_key ? boundedIdempotencyKey(properties.idempotency_key) : null,
    traceparent: traceparentGiven(properties.traceparent),
    sentAt: sentAtOf({ properties, publishedAt }),
    refusal: malformed
      ? new OperationError('invalid-argument', 'deadline: must be milliseconds since 1970, as a number in decimal digits')
      : null,
  };
}

/** Milliseconds since 1970 when a message was first sent: as it says itself, unless that is later than when it was published. */
export function sentAtOf({ properties, publishedAt }: Pick<Delivery, 'properties' | 'publishedAt'>): number {
  const said = Number(properties.sent_at || Number.NaN);
  return Number.isFinite(said) ? Math.min(said, publishedAt) : publishedAt;
}

/**
 * Where the answer is wanted; `null` if nowhere. Throws `permission-denied` for a topic outside the reply channel:
 * any caller could otherwise have the service write to any topic.
 */
export function replyDestination({ properties }: Delivery, tenant: string | undefined): Topic | null {
  const url = properties.reply_to;
  if (!url) return null;
  const topic = parseTopicUrl(url, tenant);
  if (topic?.lane === 'reply') return topic;
  throw new OperationError(
    'permission-denied',
    'reply_to: must be a topic of the reply lane, as in persistent://agent-mem/reply/cli',
  );
}

import type { Delivery, OutgoingMessage } from '../bus.ts';
import { keyOfDelivery, sentAtOf } from './request-properties.ts';

/**
 * A command that came too early, as it is published again to come after `waitMs` or up to half as much later, so that many do not come back at once.
 * It is the same command: it has the idempotency key, the time when it was sent and the token of the first.
 */
export function laterCopy(delivery: Delivery, waitMs: number, random: () => number): OutgoingMessage {
  const { id, payload, key, properties } = delivery;
  return {
    payload,
    properties: {
      ...properties,
      idempotency_key: properties.idempotency_key || keyOfDelivery(id),
      sent_at: String(sentAtOf(delivery)),
    },
    ...(key === null ? {} : { key }),
    deliverAfterMs: Math.ceil(waitMs * (1 + random() / 2)),
  };
}

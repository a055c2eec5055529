import type { Topic } from '@agent-mem/contract';
import type { Delivery, OutgoingMessage, WaitingMessage } from './bus.ts';
import { keyOfDelivery } from './requests/request-properties.ts';

/** The property that names whom a replayed event is for: the other subscriptions of its topic have had it. */
const replayFor = 'replay_for';

/**
 * A dead letter as it is published again: its payload, key and properties, without those of the dead letter.
 * Nobody waits for its answer any more, so it loses its deadline, and a reply topic that keeps nothing: if it fails again, it is stored again.
 */
export function replayOf(letter: WaitingMessage, topic: Topic, subscription: string): OutgoingMessage {
  const properties = Object.fromEntries(Object.entries(letter.properties).filter(isOfReplay));
  const once: Record<string, string> =
    topic.lane === 'event'
      ? { [replayFor]: subscription }
      : { idempotency_key: properties.idempotency_key || keyOfDelivery(letter.properties.dead_letter_id ?? letter.id) };
  return {
    payload: letter.payload,
    properties: { ...properties, ...once },
    ...(letter.key === null ? {} : { key: letter.key }),
  };
}

/** Whether a subscription is to take the event: a replay is for the one that failed. */
export function isForSubscription(subscription: string, { properties }: Delivery): boolean {
  return (properties[replayFor] ?? subscription) === subscription;
}

function isOfReplay([name, value]: readonly [string, string]): boolean {
  if (name === 'reply_to') return !value.startsWith('non-persistent:');
  // The sender of the replay vouches for it.
  return !['deadline', 'scope_token'].includes(name) && !name.startsWith('dead_letter_');
}

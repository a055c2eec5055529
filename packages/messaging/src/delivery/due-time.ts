import type { OutgoingMessage } from '../bus.ts';
import type { StoredMessage } from './delivery-store.ts';

/** Milliseconds since 1970 before which a delayed message is not handled: a broker may tell consumers nothing of the delay. */
const dueProperty = 'deliver_at';

/** The properties of a message on its way out, with its due time if it is delayed. */
export function propertiesWithDueTime(message: OutgoingMessage, now: number): Readonly<Record<string, string>> {
  const { properties = {}, deliverAfterMs } = message;
  return deliverAfterMs === undefined ? properties : { ...properties, [dueProperty]: String(Math.ceil(now + deliverAfterMs)) };
}

/** When a message that a broker delivered is due; 0 if it is not delayed. */
export function dueTimeOf({ properties }: StoredMessage): number {
  return Number(properties[dueProperty] ?? 0) || 0;
}

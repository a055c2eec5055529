import { OperationError } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import { propertiesWithDueTime, type StoredMessage } from '@agent-mem/messaging/internal';
import { payloadText } from '../payload-text.ts';
import type { Message, ProducerMessage } from './client/client.ts';

/** Refuses what the native client would lose or cut short. Throws `invalid-argument`. */
export function checkCarriable({ key = '', properties = {} }: OutgoingMessage): void {
  if (key.includes('\0')) throw refusal('key: must not contain U+0000');
  for (const [name, value] of Object.entries(properties)) {
    // Its consumers make an array of the properties.
    if (name === 'length') throw refusal('properties.length: no property can have this name');
    if (name.includes('\0') || value.includes('\0')) throw refusal(`properties.${name}: must not contain U+0000`);
  }
}

/** A message as a producer takes it. */
export function outgoing(message: OutgoingMessage, now: number): ProducerMessage {
  const { payload, key, deliverAfterMs } = message;
  return {
    data: Buffer.from(payload),
    properties: propertiesWithDueTime(message, now),
    ...(key ? { partitionKey: key } : {}),
    ...(deliverAfterMs === undefined ? {} : { deliverAfter: deliverAfterMs }),
  };
}

/** A message as a consumer gives it; `unreadable` says why its properties are missing. */
export function incoming(message: Message): { readonly stored: StoredMessage; readonly unreadable: string | null } {
  const { properties, unreadable } = propertiesOf(message);
  const stored = {
    id: message.getMessageId().serialize().toString('base64'),
    payload: payloadText(message.getData()),
    properties,
    key: message.getPartitionKey() || null,
    publishedAt: message.getPublishTimestamp(),
  };
  return { stored, unreadable };
}

/** They come in an array with string keys, on which a property named `length` sets the length, or throws. */
function propertiesOf(message: Message): { readonly properties: Record<string, string>; readonly unreadable: string | null } {
  try {
    return { properties: Object.fromEntries(Object.entries(message.getProperties())), unreadable: null };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { properties: {}, unreadable: `Its properties cannot be read: ${reason} (is one named "length"?)` };
  }
}

function refusal(message: string): OperationError {
  return new OperationError('invalid-argument', message);
}

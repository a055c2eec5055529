import { type Topic, topicUrl } from '@agent-mem/contract';
import type { OutgoingMessage } from './bus.ts';
import type { StoredMessage } from './delivery/delivery-store.ts';

/** The properties of a dead letter: its own, and why it is one. */
export function deadLetterProperties(
  topic: Topic,
  message: StoredMessage,
  reason: string,
  attempts: number,
): Readonly<Record<string, string>> {
  return {
    // So that its replay is known to be as old as it is.
    sent_at: String(message.publishedAt),
    ...message.properties,
    dead_letter_id: message.id,
    // Not every bus carries the rest.
    dead_letter_reason: reason.toWellFormed().replaceAll('\0', ' '),
    dead_letter_topic: topicUrl(topic),
    dead_letter_attempts: String(attempts),
  };
}

/** Fits any bus, whatever it is written in. */
const beginningCharacters = 65_536;

/** The dead letter of a message that is too large to be published as it came: the beginning of its payload, and why it is one. */
export function shortDeadLetter(topic: Topic, message: StoredMessage, reason: string, attempts: number): OutgoingMessage {
  const size = `${Buffer.byteLength(message.payload)} bytes; larger than the bus takes, so only the beginning is here`;
  return {
    payload: message.payload.slice(0, beginningCharacters).toWellFormed(),
    properties: deadLetterProperties(topic, { ...message, properties: {} }, `${reason} (${size})`, attempts),
  };
}

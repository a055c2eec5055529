import { type Topic, topicUrl } from '@agent-mem/contract';
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

import { limits, tooLong } from '@agent-mem/contract';
import type { OutgoingMessage, WaitingMessage } from '@agent-mem/messaging';
import { propertiesWithDueTime } from '@agent-mem/messaging/internal';
import { payloadText } from '../payload-text.ts';

/** Larger frames make the broker close the connection (code 1009). */
const frameBytes = 1_048_576;

/** A message as a producer's connection takes it. `context` comes back with the answer. Throws `out-of-range` if it is too large. */
export function publishFrame(message: OutgoingMessage, context: string, now: number): string {
  const frame = JSON.stringify({
    payload: Buffer.from(message.payload).toString('base64'),
    properties: propertiesWithDueTime(message, now),
    context,
    key: message.key,
    deliverAfterMs: message.deliverAfterMs,
  });
  const bytes = Buffer.byteLength(frame);
  if (bytes <= frameBytes) return frame;
  throw tooLong(
    `payload, key and properties: their frame must be at most ${frameBytes} bytes, got ${bytes} (a payload of ${limits.messageBytes} bytes leaves room for about 100 KB of the others)`,
  );
}

/** What the broker said of a message. */
export interface Receipt {
  readonly context: string;
  /** Why it was not taken; `null` if it was. */
  readonly failure: string | null;
}

export function parseReceipt(text: string): Receipt {
  const { result, context, errorMsg } = JSON.parse(text) as { result?: string; context?: string; errorMsg?: string };
  return { context: String(context), failure: result === 'ok' ? null : `${result}${errorMsg ? `: ${errorMsg}` : ''}` };
}

/** A message as a consumer's or a reader's connection gives it; `null` for what is no message. */
export function parseMessage(text: string): WaitingMessage | null {
  const { messageId, payload, properties, key, publishTime } = JSON.parse(text) as Record<string, unknown>;
  if (typeof messageId !== 'string') return null;
  return {
    id: messageId,
    payload: payloadText(Buffer.from(String(payload ?? ''), 'base64')),
    properties: (properties ?? {}) as Record<string, string>,
    key: typeof key === 'string' ? key : null,
    publishedAt: Date.parse(String(publishTime)) || 0,
  };
}

export function acknowledgement(id: string): string {
  return JSON.stringify({ messageId: id });
}

/** Gives a message back: it comes again, to any member, after the consumer's `negativeAckRedeliveryDelay`. */
export function negativeAcknowledgement(id: string): string {
  return JSON.stringify({ type: 'negativeAcknowledge', messageId: id });
}

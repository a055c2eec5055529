import { limits, OperationError, type Topic, tooLong } from '@agent-mem/contract';
import type { OutgoingMessage } from '../bus.ts';

/** Refuses what no bus could carry: every adapter calls it first, so that all refuse alike. Throws `invalid-argument`, or `out-of-range` for a payload that is too long. */
export function checkOutgoing(topic: Topic, message: OutgoingMessage, signal?: AbortSignal): void {
  if (signal?.aborted) throw new OperationError('cancelled', 'Cancelled before the message was published');
  const bytes = Buffer.byteLength(message.payload);
  if (bytes > limits.messageBytes) {
    throw tooLong(`payload: must be at most ${limits.messageBytes} bytes, got ${bytes}: send it in parts`);
  }
  for (const [name, value] of Object.entries(message.properties ?? {})) {
    if (typeof value !== 'string') throw refusal(`properties.${name}: must be a string, got ${typeof value}`);
    if (!isText(name) || !isText(value)) throw refusal(`properties.${name}: must be well-formed Unicode`);
  }
  if (!isText(message.payload) || !isText(message.key ?? '')) throw refusal('payload and key must be well-formed Unicode');
  if (message.deliverAfterMs !== undefined && !topic.persistent)
    throw refusal('deliverAfterMs: only persistent topics deliver later');
}

/** Refuses what a subscription cannot be asked for. Throws `invalid-argument`. */
export function checkSubscribable(topic: Topic): void {
  if (!topic.persistent) throw refusal('ensureSubscription: only persistent topics keep messages for members to come');
}

/** Refuses to look into a subscription that keeps nothing. Throws `invalid-argument`. */
export function checkPeekable(topic: Topic): void {
  if (!topic.persistent) throw refusal('peek and drop: only persistent topics keep messages that wait');
}

/** Half a surrogate pair has no form in UTF-8: it would come out as another text. */
function isText(text: string): boolean {
  return text.isWellFormed();
}

function refusal(message: string): OperationError {
  return new OperationError('invalid-argument', message);
}

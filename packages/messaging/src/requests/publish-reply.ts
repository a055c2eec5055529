import type { Bus } from '../bus.ts';
import type { ReplyAddress } from './request.ts';

/** Sends a reply, which is JSON. Resolves as `Bus.publish` does: on a topic that keeps nothing it may meet nobody. */
export function publishReply(
  bus: Bus,
  { topic, id, traceparent }: ReplyAddress,
  payload: string,
  options?: Parameters<Bus['publish']>[2],
): Promise<void> {
  return bus.publish(topic, { payload, properties: { id, ...(traceparent ? { traceparent } : {}) } }, options);
}

import type { Bus } from '../bus.ts';
import type { Reply, ReplyAddress } from './request.ts';

/** Sends one reply. Resolves as `Bus.publish` does: on a topic that keeps nothing it may meet nobody. */
export async function publishReply(bus: Bus, address: ReplyAddress, reply: Reply): Promise<void> {
  await publishReplyText(bus, address, JSON.stringify(reply));
}

/** Sends a reply that is JSON already. */
export function publishReplyText(
  bus: Bus,
  { topic, id, traceparent }: ReplyAddress,
  payload: string,
  options?: Parameters<Bus['publish']>[2],
): Promise<void> {
  return bus.publish(topic, { payload, properties: { id, ...(traceparent ? { traceparent } : {}) } }, options);
}

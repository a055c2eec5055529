import type { Bus } from '@agent-mem/messaging';
import { subscribeEvents } from '@agent-mem/messaging';

/** Messages by lane. Requests and replies are seen as they are published; events as a subscriber sees them, since some are published by a commit. */
export interface MessageCounts {
  query: number;
  command: number;
  reply: number;
  event: number;
}

/** Counts what goes over a bus from now on. */
export async function countMessages(bus: Bus): Promise<MessageCounts> {
  const counts: MessageCounts = { query: 0, command: 0, reply: 0, event: 0 };
  const publish = bus.publish.bind(bus);
  const counted: Bus['publish'] = (topic, ...rest) => {
    if (topic.lane !== 'event') counts[topic.lane] += 1;
    return publish(topic, ...rest);
  };
  Object.assign(bus, { publish: counted });
  await subscribeEvents(bus, 'bench', async () => {
    counts.event += 1;
  });
  return counts;
}

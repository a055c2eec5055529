import { conversationEvents } from '@agent-mem/contract';
import type { TestFleet } from '@agent-mem/testing';
import type { RecordedMessage } from './fixtures.ts';

/** Publishes recorded events, as they stood on the bus, and waits until every service has taken them. */
export async function publishAndSettle({ ports, settled }: TestFleet, events: readonly RecordedMessage[]): Promise<void> {
  for (const { payload, properties, key } of events)
    await ports.bus.publish(conversationEvents, { payload, properties, ...(key === null ? {} : { key }) });
  await settled();
}

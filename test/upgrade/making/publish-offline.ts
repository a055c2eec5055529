import { completeEvent, conversationEvents, type Event, eventKey, type Init, type Topic } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import type { Checkout } from './checkout.ts';

/** An event, or any message with its topic. */
export type Publication =
  | { readonly event: Init<Event> }
  | {
      readonly topic: Topic;
      readonly payload: string;
      readonly key?: string;
      readonly properties?: Readonly<Record<string, string>>;
    };

/**
 * Publishes on the bus of a folder that no process owns, as a client of the bus does; a reply topic gets a subscription, so that what
 * is published there stays. Of the services only `graph` runs meanwhile, which has no part in these messages.
 */
export async function publishOffline(
  checkout: Checkout,
  folder: string,
  at: string,
  publications: readonly Publication[],
  replies: readonly Topic[] = [],
): Promise<void> {
  const clock = turnedClock(Date.parse(at));
  await using fleet = await checkout.startFleet({ bus: 'sqlite', directory: folder, services: ['graph'], clock });
  const { bus } = fleet.ports;
  for (const topic of replies) await bus.ensureSubscription(topic, 'cli');
  for (const publication of publications) {
    if ('event' in publication) {
      const event = completeEvent(publication.event);
      const properties = { id: event.id };
      await bus.publish(conversationEvents, { payload: JSON.stringify(event), properties, key: eventKey(event) });
    } else {
      const { topic, ...message } = publication;
      await bus.publish(topic, message);
    }
  }
}

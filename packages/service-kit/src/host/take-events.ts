import type { Event } from '@agent-mem/contract';
import { type Delivery, type Subscription, subscribeEvents } from '@agent-mem/messaging';
import { tracedEventConsumer } from '@agent-mem/observability';
import { eventPipeline } from '../pipeline/events.ts';
import type { HostBase } from './host-base.ts';
import type { HostOptions } from './host-options.ts';
import type { HostedService } from './hosted-service.ts';

/** Takes the events that a service listens to, behind its process's requests; `null` where it listens to none. */
export async function takeEvents(
  { definition, context }: HostedService,
  { tracing, activity, requestsFirst, observer, ports, stopped, isAway }: HostBase,
  { drainMs }: Pick<HostOptions, 'drainMs'>,
): Promise<Subscription | null> {
  const { name, events } = definition;
  if (!events) return null;
  const take = eventPipeline(definition, context, observer);
  const traced = tracing ? tracedEventConsumer(definition, take, tracing) : take;
  const inTurn: typeof take = async (event, delivery) => {
    using _ = activity.begin();
    if (events[event.type]) await requestsFirst.turn();
    await traced(event, delivery);
  };
  const gaveUp = ({ id, type }: Event, { properties }: Delivery) =>
    observer.gaveUp({ service: name, operation: type, door: 'event', id, traceparent: properties.traceparent ?? null });
  const subscribed = await subscribeEvents(ports.bus, name, inTurn, { drainMs, isAway, stopped, gaveUp });
  // What comes after the drain could only fail, and would have its attempts used up. Disposing it again says how leaving ends.
  const leave = () => void Promise.resolve(subscribed[Symbol.asyncDispose]()).catch(() => undefined);
  stopped.addEventListener('abort', leave, { once: true });
  return subscribed;
}

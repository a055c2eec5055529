import {
  completeEvent,
  conversationEvents,
  type Event,
  eventKey,
  type Init,
  neverAborted,
  OperationError,
  parseEvent,
  type Topic,
} from '@agent-mem/contract';
import {
  type Bus,
  DeadLetter,
  type Delivery,
  defaultMaxAttempts,
  NotYet,
  type OutgoingMessage,
  type Subscription,
  type SubscriptionOptions,
} from './bus.ts';
import { parseJson } from './json.ts';
import { mayPass } from './may-pass.ts';
import { isForSubscription } from './replay.ts';

/** An event as it goes over the bus: in order within its conversation. `traceparent` is of the request that it came of; `sentAt` of the message that it repeats. */
export function eventMessage(event: Init<Event>, traceparent?: string | null, sentAt?: number): OutgoingMessage {
  const complete = completeEvent(event);
  return {
    payload: JSON.stringify(complete),
    properties: {
      id: complete.id,
      ...(traceparent ? { traceparent } : {}),
      ...(sentAt === undefined ? {} : { sent_at: String(sentAt) }),
    },
    key: eventKey(complete),
  };
}

/** Tells every listening service what happened in a conversation, or those of another topic. Resolves when that is stored. */
export function publishEvent(
  bus: Bus,
  event: Init<Event>,
  traceparent?: string | null,
  {
    topic = conversationEvents,
    sentAt,
    ...options
  }: Parameters<Bus['publish']>[2] & { readonly topic?: Topic; readonly sentAt?: number } = {},
): Promise<void> {
  return bus.publish(topic, eventMessage(event, traceparent, sentAt), options);
}

/** How a service listens. */
export interface EventOptions extends Omit<SubscriptionOptions, 'name' | 'type'> {
  /** Default: what happens in conversations. */
  readonly topic?: Topic;
  /** Default `key-shared`: in order within a conversation as long as none fails. */
  readonly type?: 'key-shared' | 'shared';
  /** Asked when a handler has failed: whether a server that it may need is away. Its event then comes again without an attempt being counted. Default: none is. */
  isAway?(): Promise<boolean>;
  /** Aborted when the process stops: an event whose handler fails from then on comes again without an attempt being counted. Default: never. */
  readonly stopped?: AbortSignal;
  /** Called when an event becomes a dead letter by its failure. */
  gaveUp?(event: Event, delivery: Delivery): void;
}

/**
 * Listens to what happens in conversations: every event at least once, in order within a conversation as long as none fails.
 * A dead letter that is replayed comes to the subscription that failed, and to no other.
 * What is no event goes to the dead letters at once.
 */
export function subscribeEvents(
  bus: Bus,
  subscription: string,
  handle: (event: Event, delivery: Delivery) => Promise<void>,
  { gaveUp, isAway, stopped = neverAborted, topic = conversationEvents, type = 'key-shared', ...options }: EventOptions = {},
): Promise<Subscription> {
  const { maxAttempts = defaultMaxAttempts } = options;
  return bus.subscribe(topic, { ...options, name: subscription, type }, async (delivery) => {
    if (!isForSubscription(subscription, delivery)) return;
    const event = readEvent(delivery.payload);
    try {
      await handle(event, delivery);
    } catch (error) {
      const isInterrupted = stopped.aborted || delivery.signal.aborted;
      if (mayPass(error) && (isInterrupted || (await isAway?.())))
        throw new NotYet(isInterrupted ? 'The process stops' : 'A server is away', { cause: error });
      if (error instanceof DeadLetter || delivery.attempt >= maxAttempts) gaveUp?.(event, delivery);
      throw error;
    }
  });
}

function readEvent(payload: string): Event {
  try {
    return parseEvent(parseJson(payload));
  } catch (error) {
    if (error instanceof OperationError) throw new DeadLetter(error.message, { cause: error });
    throw error;
  }
}

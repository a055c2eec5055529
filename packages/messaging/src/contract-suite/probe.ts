import { type Topic, uuidV7 } from '@agent-mem/contract';
import { expect, vi } from 'vitest';
import type { Bus, Delivery, Handle, Subscription, SubscriptionOptions } from '../bus.ts';

/** A bus opened for one test. */
export interface OpenedBus {
  readonly bus: Bus;
  /** Closes the bus and opens it again on the same data, as after a restart. Required where messages survive the process. */
  reopen?(): Promise<Bus>;
  dispose(): PromiseLike<void>;
}

/** Gives the bus of the running test. */
export type Opened = () => OpenedBus;

/** A topic that no other test has. */
export function commandTopic(): Topic {
  return { lane: 'command', name: `test-${uuidV7()}`, persistent: true };
}

/** A topic on which a message reaches who is there. */
export function queryTopic(): Topic {
  return { lane: 'query', name: `test-${uuidV7()}`, persistent: false };
}

/** Quick redelivery, so that tests of failure are short. */
const quick = { backoff: { minMs: 5, maxMs: 20 } } as const;

/** A member that keeps what it is given. */
export interface Probe extends Subscription {
  readonly deliveries: Delivery[];
  /** Payloads in the order they came. */
  readonly payloads: string[];
  /** Waits until so many have come. */
  received(count: number): Promise<void>;
}

/** Joins a subscription and records every delivery before `handle` takes it. */
export async function probe(
  bus: Bus,
  topic: Topic,
  options: Partial<SubscriptionOptions> = {},
  handle: Handle = async () => {},
): Promise<Probe> {
  const deliveries: Delivery[] = [];
  const subscription = await bus.subscribe(topic, { name: 'probe', type: 'shared', ...quick, ...options }, (delivery) => {
    deliveries.push(delivery);
    return handle(delivery);
  });
  return {
    topic: subscription.topic,
    name: subscription.name,
    get isConnected() {
      return subscription.isConnected;
    },
    deliveries,
    get payloads() {
      return deliveries.map((delivery) => delivery.payload);
    },
    received: (count) => eventually(() => expect(deliveries.length).toBeGreaterThanOrEqual(count)),
    [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose](),
  };
}

/** Waits until the expectation holds. */
export async function eventually(expectation: () => void): Promise<void> {
  await vi.waitFor(expectation, { timeout: 20_000, interval: 5 });
}

/** A door that stays shut until it is opened. */
export interface Gate {
  readonly passed: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/** Resolves for all when so many have come: they must be under way at the same time to get past it. */
export function rendezvous(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come >= count) resolve();
    return promise;
  };
}

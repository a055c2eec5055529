import { once } from 'node:events';
import { conversationEvents, deadLetterSubscription, deadLetterTopic, type Event, OperationError } from '@agent-mem/contract';
import { expect, it, vi } from 'vitest';
import { createMemoryBus, DeadLetter, type Delivery, publishEvent, subscribeEvents } from './index.ts';

const event = {
  id: 'e1',
  type: 'conversation-ended',
  conversation_id: 'c1',
  workspace: 'default',
  user: 'u1',
  collection: 'default',
  timestamp: '2026-01-01T12:00:00.000Z',
  data: { conversation_ended: {} },
} as const;

it('tells every service of an event, keyed by its conversation, with every member named', async () => {
  await using bus = createMemoryBus();
  const received: [string, Event, Delivery][] = [];
  for (const service of ['facts', 'episodes']) {
    await subscribeEvents(bus, service, async (event, delivery) => {
      received.push([service, event, delivery]);
    });
  }
  await publishEvent(bus, event, '00-t');
  await bus.settled();
  expect(received.map(([service]) => service).toSorted()).toEqual(['episodes', 'facts']);
  const [, first, delivery] = received[0] ?? [];
  expect(first).toMatchObject({ ...event, data: { conversation_ended: expect.any(Object), message_appended: null } });
  expect(delivery).toMatchObject({ key: 'default/u1/default/c1', properties: { id: 'e1', traceparent: '00-t' } });
});

it('sends what is no event to the dead letters at once, and does not bother the service with it', async () => {
  await using bus = createMemoryBus();
  const received: Event[] = [];
  await subscribeEvents(bus, 'facts', async (event) => {
    received.push(event);
  });
  const dead: Delivery[] = [];
  await bus.subscribe(
    deadLetterTopic(conversationEvents, 'facts'),
    { name: deadLetterSubscription, type: 'shared' },
    async (letter) => {
      dead.push(letter);
    },
  );
  for (const payload of ['{', '{"type":"no-such-thing"}']) await bus.publish(conversationEvents, { payload });
  await bus.settled();
  expect(received).toEqual([]);
  expect(dead.map(({ properties }) => properties.dead_letter_attempts)).toEqual(['1', '1']);
});

it('comes again for as long as a server is away, and no attempt is counted', async () => {
  await using bus = createMemoryBus();
  const attempts: number[] = [];
  const gaveUp = vi.fn();
  let isAway = true;
  const options = { maxAttempts: 2, backoff: { minMs: 1, maxMs: 2 }, isAway: async () => isAway, gaveUp };
  const handle = async (_event: Event, { attempt }: Delivery) => {
    attempts.push(attempt);
    if (attempts.length < 5) throw new OperationError('unavailable', 'Neo4j is away');
    isAway = false;
    // A failure of its own counts.
    if (attempts.length === 5) throw new Error('a bug');
  };
  await subscribeEvents(bus, 'facts', handle, options);
  await publishEvent(bus, event);
  await bus.settled();
  expect(attempts).toEqual([1, 1, 1, 1, 1, 2]);
  expect(gaveUp).not.toHaveBeenCalled();
});

it('whose failure no repeat mends becomes a dead letter though a server is away', async () => {
  await using bus = createMemoryBus();
  const options = { maxAttempts: 2, backoff: { minMs: 1, maxMs: 2 }, isAway: async () => true };
  const handle = vi.fn(async () => {
    throw new OperationError('invalid-argument', 'never');
  });
  await subscribeEvents(bus, 'facts', handle, options);
  await publishEvent(bus, event);
  await bus.settled();
  expect(handle).toHaveBeenCalledTimes(2);
});

it('is reported once as given up, by the attempt that makes it a dead letter', async () => {
  await using bus = createMemoryBus();
  const attempts: number[] = [];
  const gaveUp = vi.fn(() => void attempts.push(0));
  const handle = async (_event: Event, { attempt }: Delivery) => {
    attempts.push(attempt);
    throw new Error('a bug');
  };
  await subscribeEvents(bus, 'facts', handle, { maxAttempts: 2, backoff: { minMs: 1, maxMs: 2 }, gaveUp });
  await publishEvent(bus, event);
  await bus.settled();
  expect(attempts).toEqual([1, 2, 0]);
});

it('that its handler gives up is reported at its first attempt', async () => {
  await using bus = createMemoryBus();
  const gaveUp = vi.fn();
  const handle = async () => {
    throw new DeadLetter('it names nobody');
  };
  await subscribeEvents(bus, 'facts', handle, { maxAttempts: 2, gaveUp });
  await publishEvent(bus, event);
  await bus.settled();
  expect(gaveUp).toHaveBeenCalledOnce();
});

it('whose handler fails while the process stops comes again, and no attempt is counted', async () => {
  await using bus = createMemoryBus();
  const attempts: number[] = [];
  const gaveUp = vi.fn();
  const stop = new AbortController();
  const handle = async (_event: Event, { attempt }: Delivery) => {
    attempts.push(attempt);
    if (attempts.length > 1) return;
    stop.abort();
    throw new Error('a store is closed');
  };
  const options = { maxAttempts: 1, backoff: { minMs: 1, maxMs: 2 }, stopped: stop.signal, gaveUp };
  await subscribeEvents(bus, 'facts', handle, options);
  await publishEvent(bus, event);
  await bus.settled();
  expect(attempts).toEqual([1, 1]);
  expect(gaveUp).not.toHaveBeenCalled();
});

it('is not given up by a member that closes, whose handler is interrupted at the last attempt: another member has it', async () => {
  await using bus = createMemoryBus();
  const gaveUp = vi.fn();
  const begun = Promise.withResolvers<void>();
  const hang = async (_event: Event, { signal }: Delivery) => {
    begun.resolve();
    await once(signal, 'abort');
    signal.throwIfAborted();
  };
  const closing = await subscribeEvents(bus, 'facts', hang, { maxAttempts: 1, drainMs: 1, gaveUp });
  await publishEvent(bus, event);
  await begun.promise;
  await closing[Symbol.asyncDispose]();
  const taken: string[] = [];
  await subscribeEvents(bus, 'facts', async ({ id }) => void taken.push(id), { gaveUp });
  await bus.settled();
  expect(taken).toEqual(['e1']);
  expect(gaveUp).not.toHaveBeenCalled();
});

import {
  conversationEvents,
  deadLetterSubscription,
  deadLetterTopic,
  type Event,
  OperationError,
  serviceTopic,
  systemClock,
  topicUrl,
} from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { busOver } from './bus-over.ts';
import {
  type Bus,
  createDeadLetters,
  createMemoryBus,
  DeadLetter,
  type IncomingRequest,
  publishEvent,
  serveRequests,
  subscribeEvents,
} from './index.ts';

const commands = serviceTopic('facts', 'command');
const deadLetters = deadLetterTopic(commands, 'facts');
const payload = '{"delete":{"fact_id":"f1"}}';

/** A service that refuses until its cause is mended. */
async function refusingService(bus: Bus) {
  const service = { isMended: false, taken: [] as IncomingRequest[] };
  const server = await serveRequests(
    bus,
    'facts',
    async (request, send) => {
      service.taken.push(request);
      if (!service.isMended) throw new OperationError('not-found', 'Fact f1 not found');
      await send({ delete: {}, error: null });
    },
    { clock: systemClock },
  );
  return Object.assign(service, { [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() });
}

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

it('lists what was given up, with its reason, and shows what was sent', async () => {
  await using bus = createMemoryBus();
  await using _ = await refusingService(bus);
  const before = Date.now();
  await bus.publish(commands, { payload, key: 'k', properties: { größe: '漢字' } });
  await bus.settled();
  const letters = createDeadLetters(bus);
  const listed = await letters.list();
  expect(listed).toEqual([
    {
      id: expect.any(String),
      topic: topicUrl(commands),
      subscription: 'facts',
      reason: 'not-found: Fact f1 not found',
      attempts: 1,
      since: expect.any(String),
      key: 'k',
      bytes: payload.length,
    },
  ]);
  expect(Date.parse(listed[0]?.since ?? '')).toBeGreaterThanOrEqual(before);
  expect(await letters.find(listed[0]?.id ?? '')).toEqual({
    ...listed[0],
    payload,
    properties: expect.objectContaining({ größe: '漢字', dead_letter_reason: 'not-found: Fact f1 not found' }),
  });
  expect(await letters.find('no such letter')).toBeNull();
});

it('replays a command as it was sent, once its cause is gone, and keeps it again if it is not', async () => {
  await using bus = createMemoryBus();
  await using service = await refusingService(bus);
  const letters = createDeadLetters(bus);
  await bus.publish(commands, {
    payload,
    key: 'k',
    properties: { id: 'r1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  });
  await bus.settled();
  const [first] = await letters.list();
  expect(await letters.replay([first?.id ?? '', 'no such letter'])).toEqual({
    done: [first?.id],
    unknown: ['no such letter'],
    left: [],
  });
  await bus.settled();
  const [again, ...others] = await letters.list();
  expect(others).toEqual([]);
  expect(again?.id).not.toBe(first?.id);
  expect(again).toMatchObject({ key: 'k', bytes: payload.length, reason: first?.reason });
  service.isMended = true;
  await letters.replay('all');
  await bus.settled();
  expect(await letters.list()).toEqual([]);
  expect(service.taken.at(-1)).toMatchObject({
    id: 'r1',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    envelope: { delete: { fact_id: 'f1' } },
  });
});

it('replays without a deadline that has passed, and without a reply topic that keeps nothing', async () => {
  await using bus = createMemoryBus();
  const replayed: Readonly<Record<string, string>>[] = [];
  await bus.subscribe(commands, { name: 'facts', type: 'key-shared', maxAttempts: 1 }, async ({ properties }) => {
    replayed.push(properties);
    if (replayed.length <= 2) throw new Error('the store is down');
  });
  const persistent = 'persistent://agent-mem/reply/kept';
  for (const reply_to of ['non-persistent://agent-mem/reply/gone', persistent]) {
    await bus.publish(commands, { payload, properties: { reply_to, deadline: '1', idempotency_key: 'mine', custom: 'x' } });
  }
  await bus.settled();
  await createDeadLetters(bus).replay('all');
  await bus.settled();
  expect(replayed.slice(2)).toEqual([
    // As old as it was.
    { idempotency_key: 'mine', custom: 'x', sent_at: expect.stringMatching(/^\d+$/) },
    { idempotency_key: 'mine', custom: 'x', reply_to: persistent, sent_at: expect.stringMatching(/^\d+$/) },
  ]);
});

it('leaves a letter where it is when its replay cannot be published', async () => {
  await using bus = createMemoryBus();
  await using _ = await refusingService(bus);
  await bus.publish(commands, { payload });
  await bus.settled();
  const before = await createDeadLetters(bus).list();
  const full = busOver(bus, { publish: () => Promise.reject(new OperationError('unavailable', 'The bus takes nothing')) });
  await expect(createDeadLetters(full).replay('all')).rejects.toThrow('The bus takes nothing');
  expect(await createDeadLetters(bus).list()).toEqual(before);
});

it('gives every replay of a command the idempotency key of its first delivery, so that a crash before the drop is harmless', async () => {
  await using bus = createMemoryBus();
  await using service = await refusingService(bus);
  await bus.publish(commands, { payload });
  await bus.settled();
  const crashing: Bus = Object.assign(Object.create(bus) as Bus, {
    peek: bus.peek.bind(bus),
    publish: bus.publish.bind(bus),
    drop: () => Promise.reject(new Error('killed')),
  });
  await expect(createDeadLetters(crashing).replay('all')).rejects.toThrow('killed');
  await bus.settled();
  await createDeadLetters(bus).replay('all');
  await bus.settled();
  expect(service.taken.length).toBeGreaterThanOrEqual(3);
  expect(new Set(service.taken.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

it('replays an event for the service that failed and no other', async () => {
  await using bus = createMemoryBus();
  const received: [string, Event][] = [];
  let isDown = true;
  await subscribeEvents(bus, 'episodes', async (event) => {
    if (isDown) throw new DeadLetter('the store is down');
    received.push(['episodes', event]);
  });
  await subscribeEvents(bus, 'facts', async (event) => {
    received.push(['facts', event]);
  });
  await publishEvent(bus, event);
  await bus.settled();
  isDown = false;
  const letters = createDeadLetters(bus);
  expect(await letters.list()).toMatchObject([{ topic: topicUrl(conversationEvents), subscription: 'episodes' }]);
  await letters.replay('all');
  await bus.settled();
  expect(received.map(([service]) => service)).toEqual(['facts', 'episodes']);
  expect(received[1]?.[1]).toEqual(received[0]?.[1]);
});

it('drops those that are named and leaves the others', async () => {
  await using bus = createMemoryBus();
  await using service = await refusingService(bus);
  for (const number of [1, 2, 3]) await bus.publish(commands, { payload: `{"delete":{"fact_id":"f${number}"}}` });
  await bus.settled();
  const letters = createDeadLetters(bus);
  const ids = (await letters.list()).map(({ id }) => id);
  expect(await letters.drop([ids[1] ?? '', 'no such letter'])).toEqual({ done: [ids[1]], unknown: ['no such letter'], left: [] });
  expect((await letters.list()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect(service.taken).toHaveLength(3);
});

it('replays all that are there now, not what fails meanwhile', async () => {
  await using bus = createMemoryBus();
  await using service = await refusingService(bus);
  for (const number of [1, 2]) await bus.publish(commands, { payload: `{"delete":{"fact_id":"f${number}"}}` });
  await bus.settled();
  expect((await createDeadLetters(bus).replay('all')).done).toHaveLength(2);
  await bus.settled();
  expect(service.taken).toHaveLength(4);
  expect(await bus.peek(deadLetters, deadLetterSubscription, 10)).toHaveLength(2);
});

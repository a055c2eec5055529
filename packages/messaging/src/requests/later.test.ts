import { deadLetterSubscription, deadLetterTopic, OperationError, replyTopic, serviceTopic, topicUrl } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bus, createCaller, createMemoryBus, type IncomingRequest, serveRequests } from '../index.ts';

const clock = turnedClock();
const commands = serviceTopic('facts', 'command');
const payload = '{"store":{"content":"Anne is 30"}}';
const waitMs = 20_000;

let bus: Bus;
let seen: IncomingRequest[];
let refusals: number;
let stack: AsyncDisposableStack;

/** Serves facts; the first `refusals` requests come too often. */
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  bus = stack.use(createMemoryBus({ clock }));
  seen = [];
  refusals = 1;
  const serving = { clock, random: () => 0, maxAttempts: 2, backoff: { minMs: 1, maxMs: 1 } };
  const server = await serveRequests(
    bus,
    'facts',
    async (request, send) => {
      seen.push(request);
      if (seen.length <= refusals)
        throw new OperationError('resource-exhausted', 'requests_per_minute: 2 times in this minute', { retryAfterMs: waitMs });
      await send({ store: { fact_id: 'fact_1' }, error: null });
    },
    serving,
  );
  stack.use(server);
});

afterEach(() => stack.disposeAsync());

async function deadLetters(): Promise<readonly unknown[]> {
  return bus.peek(deadLetterTopic(commands, 'facts'), deadLetterSubscription, 10);
}

it('a command that comes too often and whose caller listens is answered so at once, and is no dead letter', async () => {
  const { call } = stack.use(await createCaller(bus, { clientId: 'test', clock }));
  const refused = call('facts', 'store', { content: 'Anne is 30' }, { idempotencyKey: 'k' });
  await expect(refused).rejects.toMatchObject({
    type: 'resource-exhausted',
    message: 'requests_per_minute: 2 times in this minute',
    retryable: true,
  });
  await clock.advance(10 * waitMs);
  expect(seen).toHaveLength(1);
  expect(await deadLetters()).toEqual([]);
  expect(await call('facts', 'store', { content: 'Anne is 30' }, { idempotencyKey: 'k' })).toEqual({ fact_id: 'fact_1' });
});

it('one whose caller does not listen waits as long as it must, however often, and is the same command', async () => {
  refusals = 5;
  const token = { scope_token: 'signed', sent_at: String(clock.now() - 1) };
  await bus.publish(commands, { payload, key: 'anne', properties: token });
  await clock.advance(waitMs - 1);
  expect(seen).toHaveLength(1);
  await clock.advance(1);
  expect(seen).toHaveLength(2);
  await clock.advance(4 * waitMs);
  await bus.settled();
  expect(seen).toHaveLength(6);
  expect(new Set(seen.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(new Set(seen.map(({ sentAt }) => sentAt)).size).toBe(1);
  expect(seen.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(seen.at(-1)?.message).toMatchObject({ payload, properties: { scope_token: 'signed' } });
  expect(await deadLetters()).toEqual([]);
});

it('one whose deadline passes while it waits is not begun, and is no dead letter', async () => {
  refusals = 5;
  await bus.publish(commands, { payload, properties: { deadline: String(clock.now() + 1_000) } });
  await clock.advance(10 * waitMs);
  expect(seen).toHaveLength(1);
  expect(await deadLetters()).toEqual([]);
});

it('a query that comes too often is answered so', async () => {
  const replies: string[] = [];
  const replyTo = { ...replyTopic('client'), persistent: true };
  stack.use(await bus.subscribe(replyTo, { name: 'client', type: 'exclusive' }, async (each) => void replies.push(each.payload)));
  const properties = { id: '1', reply_to: topicUrl(replyTo) };
  await bus.publish(serviceTopic('facts', 'query'), { payload: '{"list":{}}', properties });
  await expect.poll(() => replies.map((each) => JSON.parse(each).error.type)).toEqual(['resource-exhausted']);
});

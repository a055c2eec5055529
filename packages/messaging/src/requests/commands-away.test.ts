import {
  deadLetterSubscription,
  deadLetterTopic,
  OperationError,
  replyTopic,
  serviceTopic,
  systemClock,
  topicUrl,
} from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { createMemoryBus, type Delivery, serveRequests } from '../index.ts';

const commands = serviceTopic('facts', 'command');
const hourMs = 3_600_000;
const payload = '{"store":{"content":"x"}}';
const client = { ...replyTopic('client'), persistent: true };

/** A service whose store is away for so many deliveries. An hour passes each time that the server looks for what is away, and `takesMs` while it works. */
async function startAway(
  deliveries: number,
  {
    failure = new OperationError('unavailable', 'Neo4j is away'),
    takesMs = 0,
  }: { failure?: OperationError; takesMs?: number } = {},
) {
  const bus = createMemoryBus();
  const attempts: number[] = [];
  const replies: unknown[] = [];
  const dead: Delivery[] = [];
  let looks = 0;
  const isAway = () => attempts.length <= deliveries;
  await bus.subscribe(client, { name: 'client', type: 'exclusive' }, async (delivery) => {
    replies.push(JSON.parse(delivery.payload));
  });
  await bus.subscribe(deadLetterTopic(commands, 'facts'), { name: deadLetterSubscription, type: 'shared' }, async (letter) => {
    dead.push(letter);
  });
  const server = await serveRequests(
    bus,
    'facts',
    async ({ attempt }, send) => {
      attempts.push(attempt);
      if (isAway()) throw failure;
      await send({ store: { fact_id: 'fact_1' }, error: null });
    },
    {
      clock: { ...systemClock, now: () => looks * hourMs + attempts.length * takesMs },
      maxAttempts: 2,
      backoff: { minMs: 1, maxMs: 2 },
      isAway: async () => {
        looks += 1;
        return isAway();
      },
    },
  );
  const stop = async () => {
    await server[Symbol.asyncDispose]();
    await bus[Symbol.asyncDispose]();
  };
  return { bus, attempts, replies, dead, [Symbol.asyncDispose]: stop };
}

it('a command that nobody waits for comes again until the store is back, and no attempt is counted', async () => {
  await using away = await startAway(6);
  await away.bus.publish(commands, { payload });
  await away.bus.settled();
  expect(away.attempts).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(away.dead).toEqual([]);
});

it('a caller is answered after the attempts, and its command has its effect when the store is back', async () => {
  await using away = await startAway(6);
  await away.bus.publish(commands, { payload, properties: { id: '1', reply_to: topicUrl(client) } });
  await away.bus.settled();
  expect(away.attempts).toEqual([1, 2, 2, 2, 2, 2, 2]);
  expect(away.replies[0]).toMatchObject({ error: { type: 'unavailable', message: 'Neo4j is away' } });
  expect(away.replies.at(-1)).toMatchObject({ store: { fact_id: 'fact_1' }, error: null });
  expect(away.dead).toEqual([]);
});

it('a command whose deadline passes meanwhile is dropped: its caller waits no more', async () => {
  await using away = await startAway(Number.POSITIVE_INFINITY);
  const properties = { id: '1', reply_to: topicUrl(client), deadline: String(2.5 * hourMs) };
  await away.bus.publish(commands, { payload, properties });
  await away.bus.settled();
  expect(away.attempts).toHaveLength(4);
  expect(away.replies.at(-1)).toMatchObject({ error: { type: 'deadline-exceeded' } });
  expect(away.dead).toEqual([]);
});

it('a command that nobody waits for is a dead letter once its deadline has passed while it was worked on', async () => {
  await using away = await startAway(1, { takesMs: hourMs });
  await away.bus.publish(commands, { payload, properties: { deadline: String(hourMs / 2) } });
  await away.bus.settled();
  expect(away.attempts).toEqual([1]);
  expect(away.dead).toHaveLength(1);
});

it('a command that no repeat mends is a dead letter though the store is away', async () => {
  await using away = await startAway(1, { failure: new OperationError('invalid-argument', 'content: is blank') });
  await away.bus.publish(commands, { payload });
  await away.bus.settled();
  expect(away.attempts).toEqual([1]);
  expect(away.dead).toHaveLength(1);
});

import { createMemoryTopics } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { openPromptClient } from './clients/prompt.ts';
import { openTextCompletionClient } from './clients/text-completion.ts';
import { topicOfQueue } from './queue-name.ts';

const queues = { request: 'request:tg:x:w:f', response: 'response:tg:x:w:f' };

describe('whether a queue is served', () => {
  async function world() {
    const topics = createMemoryTopics();
    const clock = turnedClock();
    const asked: Record<string, unknown>[] = [];
    const producer = await topics.produce(topicOfQueue(queues.response));
    const serve = () =>
      topics.consume(topicOfQueue(queues.request), { subscription: 's', type: 'shared' }, ({ payload, properties }) => {
        asked.push(JSON.parse(payload));
        const error = { type: 'not-implemented', message: 'no' };
        void producer.send({ payload: JSON.stringify({ error, end_of_stream: true }), properties });
      });
    return { topics, clock, asked, serve, environment: { topics, clock } };
  }

  it('is known by a refusal, without a question to a model, and then for a minute', async () => {
    const { environment, clock, asked, serve } = await world();
    await serve();
    await using model = await openTextCompletionClient(environment, queues);
    expect(await model.isServed()).toBe(true);
    expect(await model.isServed()).toBe(true);
    expect(asked).toEqual([expect.objectContaining({ operation: 'list-models' })]);
    await clock.advance(60_000);
    expect(await model.isServed()).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is denied after a second of silence, and found again when somebody comes', async () => {
    const { environment, clock, serve } = await world();
    await using prompt = await openPromptClient(environment, queues);
    const isServed = prompt.isServed();
    await clock.advance(1_000);
    expect(await isServed).toBe(false);
    await serve();
    expect(await prompt.isServed()).toBe(true);
  });

  it('is known by an answer to another client', async () => {
    const { topics, environment } = await world();
    await using prompt = await openPromptClient(environment, queues);
    const producer = await topics.produce(topicOfQueue(queues.response));
    await producer.send({ payload: '{}', properties: { id: 'another' } });
    expect(await prompt.isServed()).toBe(true);
  });
});

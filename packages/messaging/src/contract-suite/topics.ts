import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TopicMessage, Topics } from '../topics.ts';

const patience = { timeout: 20_000, interval: 20 };

/** Runs the promises of the port Topics on an adapter; `open` is called for each test. */
export function describeTopics(name: string, open: () => Promise<Topics>): void {
  describe(name, () => {
    let topics: Topics;
    let topic: string;
    beforeEach(async () => {
      topics = await open();
      topic = `non-persistent://tg/request/contract:${randomUUID()}`;
    });
    afterEach(() => topics[Symbol.asyncDispose]());

    /** A consumer and what it has taken. */
    async function listen(subscription: string, type: 'shared' | 'exclusive' = 'shared') {
      const taken: TopicMessage[] = [];
      const consumer = await topics.consume(topic, { subscription, type }, (message) => taken.push(message));
      return { taken, consumer };
    }
    async function send(...payloads: string[]) {
      await using producer = await topics.produce(topic);
      for (const [index, payload] of payloads.entries()) await producer.send({ payload, properties: { id: String(index) } });
    }

    it('brings payload and properties as they were sent, in order', async () => {
      const { taken } = await listen('one');
      await send('{"a":"Grüße 你好 \\u0041"}', '{"b":2}');
      await vi.waitFor(() => expect(taken).toHaveLength(2), patience);
      expect(taken).toEqual([
        { payload: '{"a":"Grüße 你好 \\u0041"}', properties: { id: '0' } },
        { payload: '{"b":2}', properties: { id: '1' } },
      ]);
    });

    it('brings each subscription all, and the members of one each a part', async () => {
      const alone = await listen('alone', 'exclusive');
      const [first, second] = [await listen('shared'), await listen('shared')];
      const payloads = Array.from({ length: 20 }, (_, index) => `{"n":${index}}`);
      await send(...payloads);
      await vi.waitFor(() => {
        expect(alone.taken).toHaveLength(20);
        expect(first.taken.length + second.taken.length).toBe(20);
      }, patience);
      expect([...first.taken, ...second.taken].map(({ payload }) => payload).sort()).toEqual([...payloads].sort());
    });

    it('refuses a second consumer of an exclusive subscription', async () => {
      await listen('alone', 'exclusive');
      await expect(listen('alone', 'exclusive')).rejects.toMatchObject({ type: 'failed-precondition' });
    });

    it('brings nothing from before the subscription, nor to one that is disposed, and lets its name be used again', async () => {
      await send('{"early":true}');
      const first = await listen('again', 'exclusive');
      await first.consumer[Symbol.asyncDispose]();
      const second = await listen('again', 'exclusive');
      await send('{"now":true}');
      await vi.waitFor(() => expect(second.taken).toHaveLength(1), patience);
      expect(second.taken[0]?.payload).toBe('{"now":true}');
      expect(first.taken).toEqual([]);
    });

    it('goes on when what takes a message throws', async () => {
      const taken: string[] = [];
      await topics.consume(topic, { subscription: 'throws', type: 'shared' }, ({ payload }) => {
        taken.push(payload);
        if (taken.length === 1) throw new Error('thrown by a test');
      });
      await send('1', '2');
      await vi.waitFor(() => expect(taken).toEqual(['1', '2']), patience);
    });
  });
}

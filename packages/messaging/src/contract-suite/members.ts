import { describe, expect, it } from 'vitest';
import { commandTopic, eventually, gate, type Opened, probe, queryTopic, rendezvous } from './probe.ts';

/** Who works on what, and how members come and go. */
export function describeMembers(opened: Opened): void {
  describe('members', () => {
    it('compete: each message comes to one of them, and both work', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const both = rendezvous(2);
      const one = await probe(bus, topic, { concurrency: 1 }, both);
      const two = await probe(bus, topic, { concurrency: 1 }, both);
      const payloads = Array.from({ length: 20 }, (_, index) => `m${index}`);
      for (const payload of payloads) await bus.publish(topic, { payload });
      await eventually(() => expect(one.payloads.length + two.payloads.length).toBe(20));
      expect([...one.payloads, ...two.payloads].toSorted()).toEqual(payloads.toSorted());
      expect(one.payloads.length).toBeGreaterThan(0);
      expect(two.payloads.length).toBeGreaterThan(0);
    });

    it('handle as many at once as they say, and no more', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const two = rendezvous(2);
      let inHand = 0;
      let most = 0;
      const member = await probe(bus, topic, { concurrency: 2 }, async () => {
        inHand += 1;
        most = Math.max(most, inHand);
        await two();
        inHand -= 1;
      });
      for (let index = 0; index < 8; index += 1) await bus.publish(topic, { payload: `m${index}` });
      await member.received(8);
      await bus.settled();
      expect(most).toBe(2);
    });

    it('are alone where the subscription is exclusive', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const only = await probe(bus, topic, { type: 'exclusive' });
      await expect(probe(bus, topic, { type: 'exclusive' })).rejects.toMatchObject({ type: 'failed-precondition' });
      await only[Symbol.asyncDispose]();
      const next = await probe(bus, topic, { type: 'exclusive' });
      await bus.publish(topic, { payload: 'to the next' });
      await next.received(1);
      expect(only.payloads).toEqual([]);
    });

    it('finish what they have in hand when disposed, and leave the rest to others', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const hold = gate();
      let finished = false;
      const leaving = await probe(bus, topic, { concurrency: 1 }, async ({ signal }) => {
        await hold.passed;
        finished = !signal.aborted;
      });
      await bus.publish(topic, { payload: 'in hand' });
      await bus.publish(topic, { payload: 'left' });
      await leaving.received(1);
      const left = leaving[Symbol.asyncDispose]().then(() => expect(finished).toBe(true));
      const staying = await probe(bus, topic);
      await staying.received(1);
      hold.open();
      await left;
      await bus.settled();
      expect(leaving.payloads).toEqual(['in hand']);
      expect(staying.payloads).toEqual(['left']);
    });

    it('may publish what they have in hand leads to while the bus is disposed', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const hold = gate();
      const outcome = Promise.withResolvers<string>();
      const member = await probe(bus, topic, {}, async () => {
        await hold.passed;
        const replies = { ...queryTopic(), lane: 'reply' } as const;
        const published = Promise.all([
          bus.publish(commandTopic(), { payload: 'event' }),
          bus.publish(replies, { payload: 'reply' }),
        ]);
        published.then(() => outcome.resolve('published'), outcome.reject);
        await published;
      });
      await bus.publish(topic, { payload: 'in hand' });
      await member.received(1);
      const disposed = bus[Symbol.asyncDispose]();
      await Promise.resolve();
      hold.open();
      expect(await outcome.promise).toBe('published');
      await disposed;
    });

    it('are aborted when their drain is over, and their message goes to another', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      // Its last attempt is left to it.
      const stuck = await probe(bus, topic, { drainMs: 10, maxAttempts: 1 }, ({ signal }) => {
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      });
      await bus.publish(topic, { payload: 'again' });
      await stuck.received(1);
      await stuck[Symbol.asyncDispose]();
      const other = await probe(bus, topic);
      await other.received(1);
      expect(other.payloads).toEqual(['again']);
    });
  });
}

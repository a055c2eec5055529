import { deadLetterSubscription, deadLetterTopic } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { commandTopic, type Opened, probe, rendezvous } from './probe.ts';

const keyShared = { type: 'key-shared', concurrency: 8 } as const;

/** Order within a key. */
export function describeKeys(opened: Opened): void {
  describe('keys', () => {
    it('keep their order while two of them run in parallel', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      // The first of each key waits for the first of the other: in a row they would wait for ever.
      // The third to come is the publisher, so that all the others wait behind them.
      const together = rendezvous(3);
      const inHand = new Set<string | null>();
      let overlaps = 0;
      const member = await probe(bus, topic, keyShared, async ({ key, payload }) => {
        if (inHand.has(key)) overlaps += 1;
        inHand.add(key);
        if (payload === '0') await together();
        else await Promise.resolve();
        inHand.delete(key);
      });
      for (let index = 0; index < 20; index += 1) {
        await bus.publish(topic, { payload: String(index), key: 'anne' });
        await bus.publish(topic, { payload: String(index), key: 'bob' });
      }
      await together();
      await member.received(40);
      await bus.settled();
      const order = Array.from({ length: 20 }, (_, index) => String(index));
      for (const name of ['anne', 'bob']) {
        expect(member.deliveries.filter(({ key }) => key === name).map(({ payload }) => payload)).toEqual(order);
      }
      expect(overlaps).toBe(0);
    });

    it('keep their order over several members', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const handled: string[] = [];
      const handle = async ({ payload }: { payload: string }) => {
        await Promise.resolve();
        handled.push(payload);
      };
      await probe(bus, topic, keyShared, handle);
      await probe(bus, topic, keyShared, handle);
      const order = Array.from({ length: 30 }, (_, index) => String(index));
      for (const payload of order) await bus.publish(topic, { payload, key: 'anne' });
      await bus.settled();
      expect(handled).toEqual(order);
    });

    it('are not held up by a message that fails: the others of its key keep their order', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const handled: string[] = [];
      const member = await probe(bus, topic, { ...keyShared, maxAttempts: 3 }, async ({ payload }) => {
        if (payload === 'bad') throw new Error('never');
        handled.push(payload);
      });
      const deadLetters = await probe(bus, deadLetterTopic(topic, 'probe'), { name: deadLetterSubscription });
      for (const payload of ['bad', '1', '2', '3']) await bus.publish(topic, { payload, key: 'anne' });
      await bus.publish(topic, { payload: 'other', key: 'bob' });
      await deadLetters.received(1);
      await member.received(7);
      await bus.settled();
      expect(handled.filter((payload) => payload !== 'other')).toEqual(['1', '2', '3']);
      expect(handled).toContain('other');
      expect(deadLetters.payloads).toEqual(['bad']);
    });
  });
}

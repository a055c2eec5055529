import { deadLetterSubscription, deadLetterTopic, serviceTopic, topicUrl } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { DeadLetter, NotYet } from '../bus.ts';
import { createDeadLetters } from '../dead-letters.ts';
import { commandTopic, type Opened, probe } from './probe.ts';

/** What becomes of messages that cannot be handled. */
export function describeDeadLetters(opened: Opened): void {
  describe('dead letters', () => {
    it('are messages that failed too often, with the reason', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic, { maxAttempts: 3 }, async ({ attempt }) => {
        throw new Error(`the store is down, ${attempt}`);
      });
      await bus.publish(topic, { payload: '{"keep":"me"}', key: 'k', properties: { id: 'r1' } });
      await member.received(3);
      await bus.settled();
      // Stored although nobody listened when it became a dead letter.
      const deadLetters = await probe(bus, deadLetterTopic(topic, 'probe'), { name: deadLetterSubscription });
      await deadLetters.received(1);
      expect(member.deliveries).toHaveLength(3);
      expect(deadLetters.deliveries[0]).toMatchObject({
        payload: '{"keep":"me"}',
        key: 'k',
        properties: {
          id: 'r1',
          dead_letter_reason: 'the store is down, 3',
          dead_letter_topic: topicUrl(topic),
          dead_letter_attempts: '3',
        },
      });
    });

    it('are made at once by who says that no repeat will help', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic, {}, async () => {
        throw new DeadLetter('not readable');
      });
      const deadLetters = await probe(bus, deadLetterTopic(topic, 'probe'), { name: deadLetterSubscription });
      await bus.publish(topic, { payload: '?' });
      await deadLetters.received(1);
      await bus.settled();
      expect(member.deliveries).toHaveLength(1);
      expect(deadLetters.deliveries[0]?.properties).toMatchObject({
        dead_letter_reason: 'not readable',
        dead_letter_attempts: '1',
      });
    });

    it('are never those that were put off, which come again as the same attempt', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      let isAway = true;
      const member = await probe(bus, topic, { maxAttempts: 2 }, async () => {
        if (isAway) throw new NotYet('the store is away');
      });
      await bus.publish(topic, { payload: 'm' });
      await member.received(5);
      isAway = false;
      await bus.settled();
      expect(new Set(member.deliveries.map(({ attempt }) => attempt))).toEqual(new Set([1]));
      const deadLetters = await probe(bus, deadLetterTopic(topic, 'probe'), { name: deadLetterSubscription });
      await bus.settled();
      expect(deadLetters.deliveries).toEqual([]);
    });

    it('concern the subscription that failed alone', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await probe(bus, topic, { name: 'failing', maxAttempts: 1 }, async () => {
        throw new Error('no');
      });
      const working = await probe(bus, topic, { name: 'working' });
      const deadLetters = await probe(bus, deadLetterTopic(topic, 'failing'), { name: deadLetterSubscription });
      await bus.publish(topic, { payload: 'm' });
      await deadLetters.received(1);
      await working.received(1);
      await bus.settled();
      expect([deadLetters.payloads, working.payloads]).toEqual([['m'], ['m']]);
    });

    it('that fail again at once when all are replayed are there once each, anew, and are dropped at once', async () => {
      const { bus } = opened();
      const topic = serviceTopic('episodes', 'command');
      await probe(bus, topic, { name: 'episodes' }, async () => {
        throw new DeadLetter('it is not there');
      });
      for (let sent = 0; sent < 30; sent += 1) await bus.publish(topic, { payload: `${sent}` });
      await bus.settled();
      const letters = createDeadLetters(bus);
      const idsOf = async () => (await letters.list()).map(({ id }) => id);
      const before = await idsOf();
      expect(before).toHaveLength(30);
      expect((await letters.replay('all')).done.toSorted()).toEqual(before.toSorted());
      await bus.settled();
      const after = await idsOf();
      expect(new Set([...before, ...after]).size).toBe(60);
      expect((await letters.drop('all')).done.toSorted()).toEqual(after.toSorted());
      expect(await idsOf()).toEqual([]);
    });
  });
}

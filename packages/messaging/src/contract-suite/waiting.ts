import { deadLetterSubscription, deadLetterTopic, topicUrl } from '@agent-mem/contract';
import { describe, expect, it, vi } from 'vitest';
import { type Bus, DeadLetter } from '../bus.ts';
import { commandTopic, gate, type Opened, probe, queryTopic } from './probe.ts';

/** What waits in a subscription can be looked at, and taken out of it. */
export function describeWaiting(opened: Opened): void {
  describe('messages that wait', () => {
    it('are peeked at oldest first, as they were published', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await bus.ensureSubscription(topic, 'probe');
      await bus.publish(topic, { payload: 'a', key: 'k', properties: { größe: '漢字' } });
      await bus.publish(topic, { payload: 'b' });
      await bus.publish(topic, { payload: 'c', key: 'k' });
      const messages = await bus.peek(topic, 'probe', 10);
      expect(messages.map(({ payload, key }) => [payload, key])).toEqual([
        ['a', 'k'],
        ['b', null],
        ['c', 'k'],
      ]);
      expect(messages[0]?.properties).toEqual(expect.objectContaining({ größe: '漢字' }));
      expect(messages.every(({ publishedAt }) => Number.isInteger(publishedAt) && publishedAt > 0)).toBe(true);
      expect((await bus.peek(topic, 'probe', 2)).map(({ payload }) => payload)).toEqual(['a', 'b']);
    });

    it('are not taken by it: they come to a member at their first attempt, with the ids that were seen', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await bus.ensureSubscription(topic, 'probe');
      for (const payload of ['a', 'b', 'c']) await bus.publish(topic, { payload });
      const seen = await bus.peek(topic, 'probe', 10);
      expect(await bus.peek(topic, 'probe', 10)).toEqual(seen);
      const member = await probe(bus, topic, { concurrency: 1 });
      await member.received(3);
      expect(member.deliveries.map(({ id, attempt }) => [id, attempt])).toEqual(seen.map(({ id }) => [id, 1]));
    });

    it('are purged from every subscription and from the dead letters, where the bus keeps them itself', async () => {
      const { bus } = opened();
      if (!bus.erasure) return;
      const [topic, other] = [commandTopic(), commandTopic()];
      for (const name of ['probe', 'second']) await bus.ensureSubscription(topic, name);
      await bus.ensureSubscription(other, 'probe');
      for (const payload of ['mine 1', 'theirs', 'mine 2']) await bus.publish(topic, { payload, key: 'k' });
      await bus.publish(topic, { payload: 'mine later', deliverAfterMs: 3_600_000 });
      await bus.publish(other, { payload: 'mine elsewhere' });
      expect(await bus.erasure.purge(({ payload }) => payload.startsWith('mine'))).toBe(7);
      expect((await bus.peek(topic, 'probe', 10)).map(({ payload }) => payload)).toEqual(['theirs']);
      expect((await bus.peek(topic, 'second', 10)).map(({ payload }) => payload)).toEqual(['theirs']);
      expect(await bus.peek(other, 'probe', 10)).toEqual([]);
      await bus.erasure.scrub();
      const member = await probe(bus, topic, { type: 'key-shared' });
      await member.received(1);
      expect(await bus.erasure.purge(() => true)).toBe(1);
    });

    it('do not come again, nor as dead letters, if they are purged while a handler has them, where the bus keeps them itself', async () => {
      const { bus, reopen } = opened();
      if (!bus.erasure) return;
      const topic = commandTopic();
      const purged = gate();
      const failing = await probe(bus, topic, { maxAttempts: 2 }, async ({ payload }) => {
        await purged.passed;
        if (payload === 'mine last') throw new DeadLetter('not wanted');
        throw new Error('failed');
      });
      for (const payload of ['mine', 'mine last', 'theirs']) await bus.publish(topic, { payload });
      await failing.received(3);
      await bus.erasure.purge(({ payload }) => payload.startsWith('mine'));
      purged.open();
      await failing.received(4);
      await bus.settled();
      expect(failing.payloads).toEqual(['mine', 'mine last', 'theirs', 'theirs']);
      await failing[Symbol.asyncDispose]();
      const after = (await reopen?.()) ?? bus;
      expect(await after.peek(topic, 'probe', 10)).toEqual([]);
      const letters = await after.peek(deadLetterTopic(topic, 'probe'), deadLetterSubscription, 10);
      expect(letters.map(({ payload }) => payload)).toEqual(['theirs']);
    });

    it('go with their subscription where the bus keeps them itself, and nothing waits in it from then on', async () => {
      const { bus, reopen } = opened();
      if (!bus.erasure) return;
      const topic = commandTopic();
      for (const name of ['probe', 'other']) await bus.ensureSubscription(topic, name);
      await bus.publish(topic, { payload: 'a' });
      const member = await probe(bus, topic, { name: 'other' });
      await expect(bus.erasure.forget(topic, 'other')).rejects.toMatchObject({ type: 'failed-precondition' });
      await bus.erasure.forget(topic, 'probe');
      await bus.erasure.forget(topic, 'never there');
      await bus.publish(topic, { payload: 'b' });
      await member.received(2);
      await bus.settled();
      const after = (await reopen?.()) ?? bus;
      await after.publish(topic, { payload: 'c' });
      expect(await after.peek(topic, 'probe', 10)).toEqual([]);
      await after.ensureSubscription(topic, 'probe');
      await after.publish(topic, { payload: 'd' });
      expect((await after.peek(topic, 'probe', 10)).map(({ payload }) => payload)).toEqual(['d']);
    });

    it('are counted by subscription, dead letters aside, where the bus keeps them itself', async () => {
      const { bus, reopen } = opened();
      if (!bus.backlogs) return;
      const topic = commandTopic();
      for (const name of ['probe', 'other']) await bus.ensureSubscription(topic, name);
      const counts = (of: Bus) => {
        const own = (of.backlogs?.() ?? []).filter((backlog) => topicUrl(backlog.topic) === topicUrl(topic));
        return Object.fromEntries(own.map(({ subscription, messages }) => [subscription, messages]));
      };
      for (const payload of ['a', 'b']) await bus.publish(topic, { payload });
      await bus.publish(topic, { payload: 'later', deliverAfterMs: 3_600_000 });
      expect(counts(bus)).toEqual({ probe: 3, other: 3 });
      const passed = gate();
      const member = await probe(bus, topic, { concurrency: 1 }, () => passed.passed);
      await member.received(1);
      expect(counts(bus)).toEqual({ probe: 2, other: 3 });
      passed.open();
      await member.received(2);
      await member[Symbol.asyncDispose]();
      expect(counts(bus)).toEqual({ probe: 1, other: 3 });
      const failing = await probe(bus, topic, { name: 'other' }, async () => {
        throw new DeadLetter('not wanted');
      });
      await failing.received(2);
      await vi.waitFor(async () => {
        expect(await bus.peek(deadLetterTopic(topic, 'other'), deadLetterSubscription, 10)).toHaveLength(2);
      });
      await failing[Symbol.asyncDispose]();
      const after = (await reopen?.()) ?? bus;
      expect(counts(after)).toEqual({ probe: 1, other: 1 });
      const letters = after.backlogs?.().map(({ subscription }) => subscription);
      expect(letters).not.toContain(deadLetterSubscription);
    });

    it('are dropped by id, once, and from one subscription only', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await bus.ensureSubscription(topic, 'probe');
      await bus.ensureSubscription(topic, 'other');
      for (const payload of ['a', 'b', 'c', 'd']) await bus.publish(topic, { payload, key: 'k' });
      const [a, , c] = await bus.peek(topic, 'probe', 10);
      const ids = [a, c].flatMap((message) => (message ? [message.id] : []));
      expect(await bus.drop(topic, 'probe', [...ids, 'no such id'])).toBe(2);
      expect(await bus.drop(topic, 'probe', ids)).toBe(0);
      expect((await bus.peek(topic, 'probe', 10)).map(({ payload }) => payload)).toEqual(['b', 'd']);
      const member = await probe(bus, topic, { type: 'key-shared' });
      const other = await probe(bus, topic, { name: 'other', type: 'key-shared' });
      await other.received(4);
      await bus.settled();
      expect(member.payloads).toEqual(['b', 'd']);
      expect(other.payloads).toEqual(['a', 'b', 'c', 'd']);
    });

    it('are dropped while others come', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await bus.ensureSubscription(topic, 'probe');
      for (let sent = 0; sent < 30; sent += 1) await bus.publish(topic, { payload: `old ${sent}` });
      const old = await bus.peek(topic, 'probe', 100);
      const coming = (async () => {
        for (let sent = 0; sent < 30; sent += 1) await bus.publish(topic, { payload: `new ${sent}` });
      })();
      const dropped = await bus.drop(
        topic,
        'probe',
        old.map(({ id }) => id),
      );
      await coming;
      expect(dropped).toBe(30);
      const left = await bus.peek(topic, 'probe', 100);
      expect(left.map(({ payload }) => payload)).toEqual(Array.from({ length: 30 }, (_, sent) => `new ${sent}`));
    });

    it('are none where nobody subscribed', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      expect(await bus.peek(topic, 'nobody', 10)).toEqual([]);
      expect(await bus.drop(topic, 'nobody', ['x'])).toBe(0);
      await bus.publish(topic, { payload: 'nobody keeps it' });
      expect(await bus.peek(topic, 'nobody', 10)).toEqual([]);
    });

    it('are none on other topics, which refuse', async () => {
      const { bus } = opened();
      await expect(bus.peek(queryTopic(), 'probe', 10)).rejects.toMatchObject({ type: 'invalid-argument' });
      await expect(bus.drop(queryTopic(), 'probe', [])).rejects.toMatchObject({ type: 'invalid-argument' });
    });

    it('are the same after the process, without those that were dropped', async () => {
      const { bus, reopen } = opened();
      if (!bus.capabilities.durable) return expect(reopen).toBeUndefined();
      const topic = commandTopic();
      await bus.ensureSubscription(topic, 'probe');
      for (const payload of ['a', 'b', 'c']) await bus.publish(topic, { payload });
      const [a, b, c] = await bus.peek(topic, 'probe', 10);
      await bus.drop(topic, 'probe', [b?.id ?? '']);
      const again = await reopen?.();
      expect(await again?.peek(topic, 'probe', 10)).toEqual([a, c]);
    });
  });
}

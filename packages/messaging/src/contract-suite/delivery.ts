import { OperationError } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { commandTopic, type Opened, probe, queryTopic } from './probe.ts';

/** What reaches whom. */
export function describeDelivery(opened: Opened): void {
  describe('persistent topics', () => {
    it('have stored a message before publish resolves', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await bus.ensureSubscription(topic, 'probe');
      await bus.publish(topic, { payload: 'kept for a member to come' });
      const late = await probe(bus, topic);
      await late.received(1);
      expect(late.payloads).toEqual(['kept for a member to come']);
    });

    it('show every message to every subscription', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const one = await probe(bus, topic, { name: 'one' });
      const two = await probe(bus, topic, { name: 'two' });
      for (const payload of ['a', 'b', 'c']) await bus.publish(topic, { payload });
      await one.received(3);
      await two.received(3);
      expect(one.payloads.toSorted()).toEqual(['a', 'b', 'c']);
      expect(two.payloads.toSorted()).toEqual(['a', 'b', 'c']);
    });

    it('keep one subscription by a name, however often it is ensured', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await Promise.all([bus.ensureSubscription(topic, 'probe'), bus.ensureSubscription(topic, 'probe')]);
      await bus.publish(topic, { payload: 'once' });
      await bus.ensureSubscription(topic, 'probe');
      const member = await probe(bus, topic);
      await bus.publish(topic, { payload: 'twice' });
      await member.received(2);
      await bus.settled();
      expect(member.payloads.toSorted()).toEqual(['once', 'twice']);
    });

    it('deliver a message again when its handler throws, under the same id', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic, {}, async ({ attempt }) => {
        if (attempt < 3) throw new Error('not yet');
      });
      await bus.publish(topic, { payload: 'try', key: 'k', properties: { id: 'r1' } });
      await member.received(3);
      await bus.settled();
      expect(member.deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      expect(new Set(member.deliveries.map(({ id }) => id)).size).toBe(1);
      expect(member.deliveries.map(({ key }) => key)).toEqual(['k', 'k', 'k']);
      expect(member.deliveries.map(({ properties }) => properties.id)).toEqual(['r1', 'r1', 'r1']);
    });

    it('give different messages different ids', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic);
      for (const payload of ['a', 'b', 'c']) await bus.publish(topic, { payload });
      await member.received(3);
      expect(new Set(member.deliveries.map(({ id }) => id)).size).toBe(3);
    });

    it('survive the process where they say so', async () => {
      const { bus, reopen } = opened();
      if (!bus.capabilities.durable) return expect(reopen).toBeUndefined();
      const topic = commandTopic();
      await bus.ensureSubscription(topic, 'other');
      const first = await probe(bus, topic);
      await bus.publish(topic, { payload: 'done', properties: { sent: 'before' } });
      await first.received(1);
      await bus.settled();
      await first[Symbol.asyncDispose]();
      await bus.publish(topic, { payload: 'waits', key: 'k', properties: { sent: 'before' } });
      const again = await reopen?.();
      if (!again) throw new Error('A durable bus must say how it is opened again');
      const second = await probe(again, topic);
      await second.received(1);
      await again.settled();
      expect(second.payloads).toEqual(['waits']);
      expect(second.deliveries[0]).toMatchObject({ key: 'k', properties: { sent: 'before' } });
      const other = await probe(again, topic, { name: 'other' });
      await other.received(2);
      expect(other.payloads.toSorted()).toEqual(['done', 'waits']);
    });
  });

  describe('other topics', () => {
    it('reach the members of that moment, and nobody later', async () => {
      const { bus } = opened();
      const topic = queryTopic();
      await bus.publish(topic, { payload: 'to nobody' });
      const gone = await probe(bus, topic);
      await gone[Symbol.asyncDispose]();
      await bus.publish(topic, { payload: 'to nobody any more' });
      const member = await probe(bus, topic);
      await bus.publish(topic, { payload: 'to the member' });
      await member.received(1);
      await bus.settled();
      expect([gone.payloads, member.payloads]).toEqual([[], ['to the member']]);
    });

    it('hand over every message of a burst, each under an id of its own', async () => {
      const { bus } = opened();
      const topic = queryTopic();
      const payloads = Array.from({ length: 50 }, (_, number) => `${number}`);
      const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const member = await probe(bus, topic, { type: 'exclusive', concurrency: payloads.length }, async () => {
        begun.resolve();
        await gate.promise;
      });
      await Promise.all(payloads.map((payload) => bus.publish(topic, { payload })));
      await begun.promise;
      gate.resolve();
      await member.received(payloads.length);
      expect(member.payloads).toEqual(payloads);
      expect(new Set(member.deliveries.map(({ id }) => id)).size).toBe(payloads.length);
    });

    it('do not deliver again what a handler threw at', async () => {
      const { bus } = opened();
      const topic = queryTopic();
      const member = await probe(bus, topic, {}, async ({ payload }) => {
        if (payload === 'bad') throw new Error('no');
      });
      await bus.publish(topic, { payload: 'bad' });
      await bus.publish(topic, { payload: 'good' });
      await member.received(2);
      await bus.settled();
      expect(member.payloads).toEqual(['bad', 'good']);
    });

    it('keep nothing for members to come', async () => {
      const { bus } = opened();
      await expect(bus.ensureSubscription(queryTopic(), 'probe')).rejects.toMatchObject({ type: 'invalid-argument' });
    });

    it('are not the persistent topic of the same lane and name', async () => {
      const { bus } = opened();
      const persistent = { ...commandTopic(), lane: 'reply' } as const;
      const durableProbe = await probe(bus, persistent);
      const passing = await probe(bus, { ...persistent, persistent: false });
      await bus.publish(persistent, { payload: 'kept' });
      await bus.publish({ ...persistent, persistent: false }, { payload: 'passing' });
      await durableProbe.received(1);
      await passing.received(1);
      await bus.settled();
      expect([durableProbe.payloads, passing.payloads]).toEqual([['kept'], ['passing']]);
    });
  });

  describe('the bus', () => {
    it('is settled when what waited, redeliveries included, is done', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      let done = 0;
      await probe(bus, topic, {}, async ({ attempt }) => {
        if (attempt === 1) throw new Error('later');
        done += 1;
      });
      for (const payload of ['a', 'b', 'c']) await bus.publish(topic, { payload });
      await bus.settled();
      expect(done).toBe(3);
    });

    it('does not publish for who has cancelled', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic);
      const published = bus.publish(topic, { payload: 'never' }, { signal: AbortSignal.abort() });
      await expect(published).rejects.toMatchObject({ type: 'cancelled' });
      await bus.publish(topic, { payload: 'after' });
      await member.received(1);
      expect(member.payloads).toEqual(['after']);
    });

    it('can be checked while it is open, and refuses when it is closed', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      await bus.check();
      await bus[Symbol.asyncDispose]();
      await expect(bus.check()).rejects.toBeInstanceOf(OperationError);
      await expect(bus.publish(topic, { payload: 'late' })).rejects.toMatchObject({ type: 'unavailable' });
    });
  });
}

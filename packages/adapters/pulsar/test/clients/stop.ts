import { uuidV7 } from '@agent-mem/contract';
import { describe, expect, it, vi } from 'vitest';
import { type Opened, patience } from './client.ts';

/** What a client does when its bus is closed. Afterwards the broker is dead. */
export function describeStop(opened: () => Opened): void {
  describe('at its stop', () => {
    const command = () => ({ lane: 'command', name: `stop-${uuidV7()}`, persistent: true }) as const;

    it('has stored what was published, ended what was being handled, and left the rest to another', async () => {
      const { client, access } = opened();
      const [topic, answers] = [command(), command()];
      const first = await client.openBus(access());
      await first.ensureSubscription(topic, 'worker');
      await first.ensureSubscription(answers, 'reader');
      const begun = Promise.withResolvers<void>();
      const hold = Promise.withResolvers<void>();
      await first.subscribe(topic, { name: 'worker', type: 'key-shared', concurrency: 1 }, async ({ payload }) => {
        begun.resolve();
        await hold.promise;
        await first.publish(answers, { payload });
      });
      const published = Array.from({ length: 100 }, (_, number) => first.publish(topic, { payload: String(number), key: 'k' }));
      await begun.promise;
      const closed = first[Symbol.asyncDispose]();
      hold.resolve();
      await closed;
      await Promise.all(published);

      await using second = await client.openBus(access());
      const handled: string[] = [];
      await second.subscribe(topic, { name: 'worker', type: 'key-shared' }, async ({ payload }) => void handled.push(payload));
      await second.settled();
      const answered = (await second.peek(answers, 'reader', 200)).map(({ payload }) => payload);
      expect([...answered, ...handled]).toEqual(Array.from({ length: 100 }, (_, number) => String(number)));
      expect(answered.length).toBeGreaterThan(0);
    });

    it('is closed soon where the broker is dead; what cannot be stored is refused, and may be cancelled before', async () => {
      const { client, access, pulsar } = opened();
      const topic = command();
      const bus = await client.openBus(access());
      await bus.subscribe(topic, { name: 'worker', type: 'shared' }, async () => {});
      await bus.publish(topic, { payload: 'before' });
      await pulsar.kill();
      const published = bus.publish(topic, { payload: 'never' });
      published.catch(() => {});
      const cancel = new AbortController();
      const cancelled = bus.publish(topic, { payload: 'not even' }, { signal: cancel.signal });
      cancelled.catch(() => {});
      await vi.waitFor(() => expect(bus.check()).rejects.toMatchObject({ type: 'unavailable' }), patience);
      cancel.abort();
      await expect(cancelled).rejects.toMatchObject({ type: 'cancelled' });
      await bus[Symbol.asyncDispose]();
      await expect(published).rejects.toMatchObject({ type: 'unavailable' });
    });
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { deadLetterSubscription, deadLetterTopic, type Topic, uuidV7 } from '@agent-mem/contract';
import type { Bus } from '@agent-mem/messaging';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Opened, patience } from './client.ts';

/** What a client does under load while brokers, topics and processes end: it loses nothing, and keeps the order of each key. */
export function describeLoad(opened: () => Opened): void {
  describe('under load', () => {
    let bus: Bus;
    let topic: Topic;
    beforeEach(async () => {
      const { client, access } = opened();
      // A broker's restart takes its time where other things are done.
      bus = await client.openBus({ ...access(), timeoutMs: 240_000 });
      topic = { lane: 'command', name: `load-${uuidV7()}`, persistent: true };
    });

    const workers = new Set<ChildProcess>();
    afterEach(async () => {
      for (const worker of workers) worker.kill('SIGKILL');
      workers.clear();
      await bus[Symbol.asyncDispose]();
    });
    const runWorker = (mode: 'hang' | 'poison') => {
      const program = join(import.meta.dirname, 'worker.ts');
      const { url, adminUrl, token } = opened().access();
      const worker = spawn(process.execPath, [program, url, adminUrl, token, topic.name, mode], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      workers.add(worker);
      const output = { text: '' };
      worker.stdout.on('data', (chunk: Buffer) => {
        output.text += chunk.toString();
      });
      return { worker, output, ended: once(worker, 'exit') };
    };

    /** Publishes numbers, 64 on their way at a time, each to the key of its last two digits. */
    async function publishNumbers(count: number, published: (number: number) => void): Promise<void> {
      let next = 0;
      const publisher = async () => {
        for (let number = next++; number < count; number = next++) {
          await bus.publish(topic, { payload: String(number), key: `k${number % 100}`, properties: { id: `n${number}` } });
          published(number);
        }
      };
      await Promise.all(Array.from({ length: 64 }, publisher));
    }

    /** A member that has the effect of each message, and sees whether one comes while it is under way already. */
    async function numbersMember() {
      const effects = new Map<string, number>();
      const inHand = new Set<string>();
      let overlaps = 0;
      let deliveries = 0;
      await bus.subscribe(topic, { name: 'worker', type: 'key-shared' }, async ({ payload, key, properties }) => {
        deliveries += 1;
        if (inHand.has(String(key))) overlaps += 1;
        inHand.add(String(key));
        await new Promise((resolve) => setImmediate(resolve));
        inHand.delete(String(key));
        effects.set(String(properties.id), effects.get(String(properties.id)) ?? Number(payload));
      });
      return {
        effects,
        get overlaps() {
          return overlaps;
        },
        get deliveries() {
          return deliveries;
        },
      };
    }

    /** The numbers in the order of their first effects, a list for each key. */
    function byKey(effects: ReadonlyMap<string, number>): number[][] {
      const keys = Map.groupBy(effects.values(), (number) => number % 100);
      return Array.from({ length: 100 }, (_, key) => keys.get(key) ?? []);
    }

    const inOrder = (count: number) =>
      Array.from({ length: 100 }, (_, key) => Array.from({ length: count / 100 }, (_, index) => key + index * 100));

    it.each(['stop', 'kill'] as const)(
      'loses none of 5000 commands when the broker is ended (%s) and started in the middle',
      async (end) => {
        const count = 5_000;
        const member = await numbersMember();
        const restarted = Promise.withResolvers<void>();
        const publishing = publishNumbers(count, (number) => {
          const { pulsar } = opened();
          if (number === 1_000) pulsar[end]().then(pulsar.start).then(restarted.resolve, restarted.reject);
        });
        await Promise.all([publishing, restarted.promise]);
        await bus.settled();
        expect(member.effects.size).toBe(count);
        expect(byKey(member.effects)).toEqual(inOrder(count));
        expect(member.overlaps).toBe(0);
        // What was under way, in the window or on its way at the cut comes again; a broker that is killed has also forgotten acknowledgements.
        if (end === 'stop') expect(member.deliveries - count).toBeLessThan(300);
        await bus.check();
      },
      600_000,
    );

    it('goes on when its topic is unloaded', async () => {
      const count = 1_000;
      const member = await numbersMember();
      let unloads = 0;
      await publishNumbers(count, (number) => {
        if (number % 400 !== 200) return;
        unloads += 1;
        const { adminUrl, token } = opened().access();
        const headers = { authorization: `Bearer ${token}` };
        void fetch(`${adminUrl}/admin/v2/persistent/agent-mem/command/${topic.name}/unload`, { method: 'PUT', headers });
      });
      await bus.settled();
      expect(unloads).toBeGreaterThan(0);
      expect(byKey(member.effects)).toEqual(inOrder(count));
      expect(member.overlaps).toBe(0);
    });

    it('gives what a killed process had begun to another', async () => {
      await bus.ensureSubscription(topic, 'worker');
      const { worker, output, ended } = runWorker('hang');
      await vi.waitFor(() => expect(output.text).toContain('subscribed'), patience);
      for (let number = 0; number < 20; number += 1) await bus.publish(topic, { payload: String(number) });
      await vi.waitFor(() => expect(output.text).toContain('has one'), patience);
      worker.kill('SIGKILL');
      await ended;
      const payloads = new Set<string>();
      await bus.subscribe(topic, { name: 'worker', type: 'shared' }, async ({ payload }) => void payloads.add(payload));
      await vi.waitFor(() => expect(payloads.size).toBe(20), patience);
      await bus.settled();
    });

    it('lets a slow member hold no more than its window, and gives the rest to another', async () => {
      const count = 500;
      const hold = Promise.withResolvers<void>();
      const handled = { slow: 0, other: 0 };
      await bus.subscribe(topic, { name: 'worker', type: 'shared', concurrency: 2 }, async () => {
        await hold.promise;
        handled.slow += 1;
      });
      await publishNumbers(count, () => {});
      await bus.subscribe(topic, { name: 'worker', type: 'shared' }, async () => {
        handled.other += 1;
      });
      // 34 unacknowledged here, and as many read ahead for it at the broker.
      await vi.waitFor(() => expect(handled.other).toBeGreaterThanOrEqual(count - 2 * 34), patience);
      expect(handled.slow).toBe(0);
      hold.resolve();
      await bus.settled();
      expect(handled.slow + handled.other).toBe(count);
    });

    it('makes a dead letter of a message that ends its process each time, and takes no other along', async () => {
      await bus.ensureSubscription(topic, 'worker');
      for (const payload of ['before', 'poison', 'after', 'last']) await bus.publish(topic, { payload });
      const ends: (NodeJS.Signals | null)[] = [];
      while (ends.length < 10 && ends.at(-1) !== null) {
        const [, signal] = (await runWorker('poison').ended) as [number | null, NodeJS.Signals | null];
        ends.push(signal);
      }
      // Three attempts, and one that was recorded and may not have begun.
      expect(ends).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL', null]);
      const deadLetters = await bus.peek(deadLetterTopic(topic, 'worker'), deadLetterSubscription, 10);
      expect(deadLetters.map(({ payload }) => payload)).toEqual(['poison']);
      expect(deadLetters[0]?.properties.dead_letter_reason).toContain('the process ended each time');
      expect(await bus.peek(topic, 'worker', 10)).toEqual([]);
    });
  });
}

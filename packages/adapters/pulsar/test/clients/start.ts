import { uuidV7 } from '@agent-mem/contract';
import { describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../../../../test/live/free-ports.ts';
import { type Opened, patience } from './client.ts';
import { forwarder } from './forwarder.ts';

const topic = 'non-persistent://agent-mem/reply/check';
const away = { type: 'unavailable', retryable: true, message: expect.stringContaining('cannot be reached') };

/** What a client does before its broker is there. */
export function describeStart(opened: () => Opened): void {
  describe('at its start', () => {
    /** An address at which the broker is not yet. */
    async function later() {
      const [port = 0] = await freePorts(1);
      const { access, client } = opened();
      const own = new URL(access().url);
      return { access: access({ url: `${client.scheme}://127.0.0.1:${port}` }), broker: forwarder(port, Number(own.port)) };
    }

    it('is answered soon that a broker is away and may come, and finds it when it has come', async () => {
      const { client } = opened();
      const { access, broker } = await later();
      await using _broker = broker;
      await expect(client.reach({ ...access, topic })).rejects.toMatchObject(away);
      await broker.open();
      await client.reach({ ...access, topic });
    });

    it('has its members and publishes wait for a broker that comes after them', async () => {
      const { client } = opened();
      const { access, broker } = await later();
      await using _broker = broker;
      await using bus = await client.openBus({ ...access, timeoutMs: 240_000 });
      const command = { lane: 'command', name: `start-${uuidV7()}`, persistent: true } as const;
      const handled: string[] = [];
      const subscribed = bus.subscribe(command, { name: 'worker', type: 'shared' }, async ({ payload }) => {
        handled.push(payload);
      });
      await expect(Promise.race([subscribed, bus.check()])).rejects.toMatchObject({ type: 'unavailable' });
      await broker.open();
      await subscribed;
      await bus.publish(command, { payload: 'first' });
      await vi.waitFor(() => expect(handled).toEqual(['first']), patience);
      await bus.check();
    });
  });
}

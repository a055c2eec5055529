import { deadLetterSubscription, deadLetterTopic, limits, systemClock } from '@agent-mem/contract';
import { DeadLetter } from '@agent-mem/messaging';
import { describeBus, durableBus } from '@agent-mem/messaging/contract-suite';
import { beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../../../../../test/live/live.ts';
import { createChannels, findPulsar } from '../../../../../test/live/pulsar/broker.ts';
import { type SharedPulsar, sharedPulsar } from '../../../../../test/live/shared/pulsar.ts';
import { openPulsarWebSocketBus } from '../../src/websocket/index.ts';

const tenant = 'by-websocket';

describeLive('Apache Pulsar, by its WebSocket API', findPulsar(), () => {
  let pulsar: SharedPulsar;
  beforeAll(async () => {
    pulsar = await sharedPulsar();
    await createChannels(pulsar.adminUrl, tenant);
  });

  describeBus('the bus on a broker', async () => {
    const { webSocketUrl: url, adminUrl } = pulsar;
    return durableBus(() => openPulsarWebSocketBus({ url, adminUrl, tenant, clock: systemClock }));
  });

  it('refuses a message over the size of a frame with its size, and still takes others', async () => {
    const { webSocketUrl: url, adminUrl } = pulsar;
    await using bus = await openPulsarWebSocketBus({ url, adminUrl, tenant, clock: systemClock });
    const topic = { lane: 'command', name: 'frames', persistent: true } as const;
    const properties = { large: 'ż'.repeat(100_000) };
    const tooLarge = bus.publish(topic, { payload: 'x'.repeat(limits.messageBytes), properties });
    await expect(tooLarge).rejects.toMatchObject({
      type: 'out-of-range',
      message: expect.stringMatching(/at most 1048576 bytes, got 11\d{5}/),
    });
    await bus.publish(topic, { payload: 'small', properties });
  });

  it('makes the subscription of dead letters again where its topic was deleted', async () => {
    const { webSocketUrl: url, adminUrl } = pulsar;
    await using bus = await openPulsarWebSocketBus({ url, adminUrl, tenant, clock: systemClock });
    const topic = { lane: 'command', name: 'deleted', persistent: true } as const;
    const letters = deadLetterTopic(topic, 'probe');
    await bus.subscribe(topic, { name: 'probe', type: 'shared' }, async ({ payload }) => {
      throw new DeadLetter(payload);
    });
    const waiting = async () => (await bus.peek(letters, deadLetterSubscription, 10)).map(({ payload }) => payload);
    for (const payload of ['before', 'after']) {
      await bus.publish(topic, { payload });
      await vi.waitFor(async () => expect(await waiting()).toEqual([payload]), { timeout: 60_000, interval: 100 });
      const path = `${adminUrl}/admin/v2/persistent/${tenant}/command/${letters.name}?force=true`;
      expect((await fetch(path, { method: 'DELETE' })).status).toBe(204);
    }
  });
});

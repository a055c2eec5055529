import { systemClock } from '@agent-mem/contract';
import { describeBus } from '@agent-mem/messaging/contract-suite';
import { afterAll, beforeAll } from 'vitest';
import { describeLive } from '../../../../../test/live/live.ts';
import { createChannels, findPulsar, type Pulsar, startPulsar } from '../../../../../test/live/pulsar/broker.ts';
import { openPulsarWebSocketBus } from '../../src/websocket/index.ts';

describeLive('Apache Pulsar, by its WebSocket API', findPulsar(), (jars) => {
  let pulsar: Pulsar;
  beforeAll(async () => {
    pulsar = await startPulsar(jars());
    await createChannels(pulsar.adminUrl);
  });
  afterAll(() => pulsar[Symbol.asyncDispose]());

  describeBus('the bus on a broker', async () => {
    const open = () => openPulsarWebSocketBus({ url: pulsar.webSocketUrl, adminUrl: pulsar.adminUrl, clock: systemClock });
    let bus = await open();
    return {
      bus,
      async reopen() {
        await bus[Symbol.asyncDispose]();
        bus = await open();
        return bus;
      },
      dispose: () => bus[Symbol.asyncDispose](),
    };
  });
});

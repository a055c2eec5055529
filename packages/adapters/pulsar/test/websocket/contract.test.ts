import { systemClock } from '@agent-mem/contract';
import { describeBus } from '@agent-mem/messaging/contract-suite';
import { beforeAll } from 'vitest';
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
    const open = () => openPulsarWebSocketBus({ url, adminUrl, tenant, clock: systemClock });
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

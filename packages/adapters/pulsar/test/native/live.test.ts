import { systemClock } from '@agent-mem/contract';
import { describeBus, describeTopics, durableBus } from '@agent-mem/messaging/contract-suite';
import { beforeAll, expect, it } from 'vitest';
import { describeLive } from '../../../../../test/live/live.ts';
import { createChannels, createNamespaces } from '../../../../../test/live/pulsar/broker.ts';
import { type SharedPulsar, sharedPulsar } from '../../../../../test/live/shared/pulsar.ts';
import { openPulsarBus, openPulsarTopics } from '../../src/native/index.ts';
import { absence, findBrokerAndClient } from './find.ts';

const tenant = 'by-native-client';

it('where the native client cannot be had, one sentence says what to do', async () => {
  const opened = openPulsarBus({ url: 'pulsar://127.0.0.1:1', clock: systemClock });
  if (absence === null) return await (await opened)[Symbol.asyncDispose]();
  await expect(opened).rejects.toMatchObject({
    type: 'failed-precondition',
    message: expect.stringMatching(
      /^pulsar:\/\/ needs .+, or use the WebSocket API: ws:\/\/ or wss:\/\/ in place of pulsar:\/\/$/,
    ),
  });
});

describeLive('Apache Pulsar, by its native client', findBrokerAndClient(), () => {
  let pulsar: SharedPulsar;
  beforeAll(async () => {
    pulsar = await sharedPulsar();
    await createChannels(pulsar.adminUrl, tenant);
    await createNamespaces(pulsar.adminUrl, 'tg', ['request']);
  });

  describeBus('the bus on a broker', async () => {
    const { serviceUrl: url, adminUrl } = pulsar;
    return durableBus(() => openPulsarBus({ url, adminUrl, tenant, clock: systemClock }));
  });

  describeTopics('the topics of a broker', () => openPulsarTopics({ url: pulsar.serviceUrl, clock: systemClock }));
});

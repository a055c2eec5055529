import { systemClock } from '@agent-mem/contract';
import { describeBus, durableBus } from '@agent-mem/messaging/contract-suite';
import { openPulsarBus } from '../../src/native/index.ts';
import { createFakePulsar } from './fake-pulsar.ts';

describeBus('the bus on a fake of the native client', async () => {
  const { module, statistics } = createFakePulsar();
  return durableBus(() => openPulsarBus({ url: 'pulsar://fake:6650', clock: systemClock, load: async () => module, statistics }));
});

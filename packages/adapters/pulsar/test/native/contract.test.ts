import { systemClock } from '@agent-mem/contract';
import { describeBus } from '@agent-mem/messaging/contract-suite';
import { openPulsarBus } from '../../src/native/index.ts';
import { createFakePulsar } from './fake-pulsar.ts';

describeBus('the bus on a fake of the native client', async () => {
  const { module, statistics } = createFakePulsar();
  const open = () => openPulsarBus({ url: 'pulsar://fake:6650', clock: systemClock, load: async () => module, statistics });
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

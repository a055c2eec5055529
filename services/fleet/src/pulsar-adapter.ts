import type { BusAdapter } from './adapters.ts';
import { pulsarAccess } from './pulsar.ts';

/** `pulsar:` and `pulsar+ssl:`: the bus on a Pulsar broker, by its native client, where that is installed. */
export const pulsarAdapter: BusAdapter = {
  shared: true,
  async bus(url, { clock, config, log, reconnected }) {
    const { openPulsarBus } = await import('@agent-mem/messaging-pulsar');
    return await openPulsarBus({
      url,
      ...pulsarAccess(config),
      clock,
      log,
      reconnected,
    });
  },
};

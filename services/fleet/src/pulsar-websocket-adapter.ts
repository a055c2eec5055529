import type { BusAdapter } from './adapters.ts';
import { pulsarAccess } from './pulsar.ts';

/** `ws:` and `wss:`: the bus on a Pulsar broker, by its WebSocket API. */
export const pulsarWebSocketAdapter: BusAdapter = {
  shared: true,
  async bus(url, { clock, config, log, reconnected }) {
    const { openPulsarWebSocketBus } = await import('@agent-mem/messaging-pulsar-websocket');
    return await openPulsarWebSocketBus({
      url,
      ...pulsarAccess(config),
      clock,
      log,
      reconnected,
    });
  },
};

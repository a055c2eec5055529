import { topicUrl } from '@agent-mem/contract';
import { checkTopic, longestRetentionMs } from '@agent-mem/pulsar';
import type { BusAdapter, TopicsAdapter } from './adapters.ts';
import { pulsarAccess } from './pulsar.ts';

/** `ws:` and `wss:`: the bus, and plain topics, on a Pulsar broker, by its WebSocket API. */
export const pulsarWebSocketAdapter: BusAdapter & TopicsAdapter = {
  shared: true,
  retentionMs: longestRetentionMs,
  async bus(url, { clock, config, log, reconnected }) {
    const { openPulsarWebSocketBus } = await import('@agent-mem/pulsar/websocket');
    return await openPulsarWebSocketBus({
      url,
      ...pulsarAccess(config),
      clock,
      log,
      reconnected,
    });
  },
  async reach(url, { clock, config }, signal) {
    const { reachPulsarByWebSocket } = await import('@agent-mem/pulsar/websocket');
    const { tenant, token, tls } = pulsarAccess(config);
    await reachPulsarByWebSocket({ url, clock, token, tls, topic: topicUrl(checkTopic, tenant) }, signal);
  },
  async topics(url, { clock, log, token, tls }) {
    const { openPulsarWebSocketTopics } = await import('@agent-mem/pulsar/websocket');
    return openPulsarWebSocketTopics({ url, clock, log, token, tls });
  },
  async reachTopic(url, { clock, token, tls }, topic, signal) {
    const { reachPulsarByWebSocket } = await import('@agent-mem/pulsar/websocket');
    await reachPulsarByWebSocket({ url, clock, token, tls, topic }, signal);
  },
};

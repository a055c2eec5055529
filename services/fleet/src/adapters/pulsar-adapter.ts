import { topicUrl } from '@agent-mem/contract';
import { checkTopic, longestRetentionMs } from '@agent-mem/pulsar';
import type { BusAdapter, TopicsAdapter } from './adapters.ts';
import { pulsarAccess } from './pulsar.ts';

/** `pulsar:` and `pulsar+ssl:`: the bus, and plain topics, on a Pulsar broker, by its native client, where that is installed. */
export const pulsarAdapter: BusAdapter & TopicsAdapter = {
  shared: true,
  retentionMs: longestRetentionMs,
  async bus(url, { clock, config, log, reconnected }) {
    const { openPulsarBus } = await import('@agent-mem/pulsar/native');
    return await openPulsarBus({
      url,
      ...pulsarAccess(config),
      clock,
      log,
      reconnected,
    });
  },
  async reach(url, { clock, config, log }) {
    const { reachPulsar } = await import('@agent-mem/pulsar/native');
    const { tenant, ...access } = pulsarAccess(config);
    await reachPulsar({ url, clock, log, ...access, topic: topicUrl(checkTopic, tenant) });
  },
  async topics(url, access) {
    const { openPulsarTopics } = await import('@agent-mem/pulsar/native');
    return await openPulsarTopics({ url, ...access });
  },
  async reachTopic(url, access, topic) {
    const { reachPulsar } = await import('@agent-mem/pulsar/native');
    await reachPulsar({ url, ...access, topic });
  },
};

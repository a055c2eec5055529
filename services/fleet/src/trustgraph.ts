import type { TrustGraphPlace } from '@agent-mem/service-kit';
import { type Surroundings, topicsAdapterFor } from './adapters.ts';
import { pulsarAccess } from './pulsar.ts';

/** Where the process stands in a TrustGraph deployment, its topics open; `null` where no variable names a processor. Throws `UsedWrongly` for a URL that no adapter takes. */
export async function openTrustGraph(surroundings: Surroundings): Promise<TrustGraphPlace | null> {
  const { config } = surroundings;
  if (config.TRUSTGRAPH_ID === '') return null;
  const topics = await topicsAdapterFor(config.TRUSTGRAPH_PULSAR_URL).topics(config.TRUSTGRAPH_PULSAR_URL, {
    clock: surroundings.clock,
    log: surroundings.log,
    token: config.TRUSTGRAPH_PULSAR_TOKEN,
    listener: config.TRUSTGRAPH_PULSAR_LISTENER,
    tls: pulsarAccess(config).tls,
  });
  const types = [config.TRUSTGRAPH_CONFIG_TYPE, 'agent-mem', 'agent'].filter((type) => type !== '');
  return {
    topics,
    processorId: config.TRUSTGRAPH_ID,
    concurrency: config.TRUSTGRAPH_CONCURRENCY,
    configPushQueue: config.TRUSTGRAPH_CONFIG_PUSH_QUEUE,
    configTimeoutMs: config.TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS * 1_000,
    configTypes: [...new Set(types)],
    // Those of one process alone.
    sharesKeyValue: !/^(sqlite|memory):/.test(config.KEYVALUE_URL),
  };
}

import { OperationError } from '@agent-mem/contract';
import { pulsarAccess, type TopicsContext } from '@agent-mem/pulsar';
import type { TrustGraphDeployment } from '@agent-mem/service-kit';
import { type AdapterContext, topicsAdapterFor } from './adapters/adapters.ts';

/** Where the process stands in a TrustGraph deployment, its topics open; `null` where no variable names a processor. Throws `UsedWrongly` for a URL that no adapter takes. */
export async function openTrustGraph(context: AdapterContext): Promise<TrustGraphDeployment | null> {
  const { config } = context;
  if (config.TRUSTGRAPH_ID === '') return null;
  const url = config.TRUSTGRAPH_PULSAR_URL;
  const topics = await (await topicsAdapterFor(url)).openTopics(url, accessFrom(context));
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

/** Asks TrustGraph's broker once whether it is there and takes us. What TrustGraph has yet to make there is not waited for here: who follows its configuration does. */
export async function reachTrustGraph(
  context: Pick<AdapterContext, 'clock' | 'config' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const url = context.config.TRUSTGRAPH_PULSAR_URL;
  const { configQueues, topicOfQueue } = await import('@agent-mem/trustgraph');
  try {
    const adapter = await topicsAdapterFor(url);
    await adapter.reachTopic(url, accessFrom(context), topicOfQueue(configQueues.request), signal);
  } catch (error) {
    if (!(error instanceof OperationError && error.type === 'not-found')) throw error;
  }
}

function accessFrom({ clock, config, log }: Pick<AdapterContext, 'clock' | 'config' | 'log'>): TopicsContext {
  return {
    clock,
    log,
    token: config.TRUSTGRAPH_PULSAR_TOKEN,
    listener: config.TRUSTGRAPH_PULSAR_LISTENER,
    tls: pulsarAccess(config).tls,
  };
}

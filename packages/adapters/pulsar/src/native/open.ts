import { topicUrl } from '@agent-mem/contract';
import type { Bus, Topics } from '@agent-mem/messaging';
import { pulsarAccess } from '../access/pulsar-access.ts';
import { checkTopic } from '../check-topic.ts';
import type { BusContext, TopicsContext } from '../contexts.ts';
import { openPulsarBus } from './bus.ts';
import { reachPulsar } from './reach.ts';
import { openPulsarTopics } from './topics.ts';

export { retentionMs } from '../plan/channel-policies.ts';

/** Other processes are on the broker too. */
export const busIsShared = true;

/** The bus of a `pulsar:` or `pulsar+ssl:` URL, by the native client, where that is installed. */
export async function openBus(url: string, { clock, config, log, reconnected }: BusContext): Promise<Bus> {
  return await openPulsarBus({ url, ...pulsarAccess(config), clock, log, reconnected });
}

/** Asks the broker once whether it is there and accepts this process. */
export async function reachBus(url: string, { clock, config, log }: BusContext): Promise<void> {
  const { tenant, ...access } = pulsarAccess(config);
  await reachPulsar({ url, clock, log, ...access, topic: topicUrl(checkTopic, tenant) });
}

/** Plain topics of a broker. */
export async function openTopics(url: string, context: TopicsContext): Promise<Topics> {
  return await openPulsarTopics({ url, ...context });
}

/** Asks a broker once whether it takes a producer of this topic. */
export async function reachTopic(url: string, context: TopicsContext, topic: string): Promise<void> {
  await reachPulsar({ url, ...context, topic });
}

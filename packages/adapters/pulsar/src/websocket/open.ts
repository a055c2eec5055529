import { topicUrl } from '@agent-mem/contract';
import type { Bus, Topics } from '@agent-mem/messaging';
import { pulsarAccess } from '../access/pulsar-access.ts';
import { checkTopic } from '../check-topic.ts';
import type { BusContext, TopicsContext } from '../contexts.ts';
import { openPulsarWebSocketBus } from './bus.ts';
import { reachPulsarByWebSocket } from './reach.ts';
import { openPulsarWebSocketTopics } from './topics.ts';

export { retentionMs } from '../plan/channel-policies.ts';

/** Other processes are on the broker too. */
export const busIsShared = true;

/** The bus of a `ws:` or `wss:` URL, by the WebSocket API. */
export async function openBus(url: string, { clock, config, log, reconnected }: BusContext): Promise<Bus> {
  return await openPulsarWebSocketBus({ url, ...pulsarAccess(config), clock, log, reconnected });
}

/** Asks the broker once whether it is there and accepts this process. */
export async function reachBus(url: string, { clock, config }: BusContext, signal: AbortSignal): Promise<void> {
  const { tenant, token, tls } = pulsarAccess(config);
  await reachPulsarByWebSocket({ url, clock, token, tls, topic: topicUrl(checkTopic, tenant) }, signal);
}

/** Plain topics of a broker. */
export async function openTopics(url: string, context: TopicsContext): Promise<Topics> {
  return openPulsarWebSocketTopics({ url, ...context });
}

/** Asks a broker once whether it takes a producer of this topic. */
export async function reachTopic(url: string, context: TopicsContext, topic: string, signal: AbortSignal): Promise<void> {
  await reachPulsarByWebSocket({ url, ...context, topic }, signal);
}

import type { ServiceName } from '@agent-mem/contract';
import { type Bus, countDeadLetters, type DeadLetterSource, deadLetterSources } from '@agent-mem/messaging';
import type { Logger } from '@agent-mem/runtime';
import { untilAborted } from '@agent-mem/runtime';
import { type HostMetrics, mostCounted } from './host-metrics.ts';

/** A scrape shows the last figure rather than wait longer for a bus that does not answer. */
const longestCountMs = 2_000;

/** Makes the function that counts what the services, and other subscriptions, gave up and nobody has replayed or dropped yet. It never rejects. */
export function deadLetterGauge(
  services: readonly { readonly name: ServiceName; readonly events?: object }[],
  others: readonly DeadLetterSource[],
  bus: Bus,
  metrics: HostMetrics,
  log: Logger,
): () => Promise<void> {
  const ofServices = services.flatMap(({ name, events }) =>
    deadLetterSources(name).filter(({ topic }) => events || topic.lane !== 'event'),
  );
  const sources = [...ofServices, ...others];
  return async () => {
    const late = AbortSignal.timeout(longestCountMs);
    const counting = sources.map(async (source) => {
      metrics.deadLettersWaiting(source, await countDeadLetters(bus, source, mostCounted));
    });
    await untilAborted(Promise.all(counting), late).catch((error: unknown) => {
      log.warn({ err: error }, 'dead letters could not be counted');
    });
  };
}

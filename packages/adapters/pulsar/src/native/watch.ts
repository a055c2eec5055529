import type { Broker } from './broker.ts';

/** Whose connection is looked at, and how often. */
interface Watched {
  isLost(): boolean;
  /** Called when the broker is there again. */
  reconnected(): void;
  readonly everyMs: number;
}

/** Tells, once for each change, that the broker is lost and that it is there again: the client connects by itself and says nothing. A loss that is over before the next look goes unseen. */
export async function watchConnection(
  { clock, log }: Broker,
  { isLost, reconnected, everyMs }: Watched,
  signal: AbortSignal,
): Promise<void> {
  let wasLost = false;
  for (;;) {
    try {
      await clock.sleep(everyMs, signal);
    } catch {
      return;
    }
    const lost = isLost();
    if (lost && !wasLost) log.warn({}, 'Lost the connection to Pulsar; the client opens it again');
    if (wasLost && !lost) {
      log.info({}, 'Connected to Pulsar again');
      reconnected();
    }
    wasLost = lost;
  }
}

import type { Broker } from './broker.ts';

const lookEveryMs = 1_000;

/** Tells, once for each change, that the broker is lost and that it is there again: the client connects by itself and says nothing. */
export async function watchConnection(
  { clock, log }: Broker,
  isConnected: () => boolean,
  reconnected: () => void,
  signal: AbortSignal,
): Promise<void> {
  let wasConnected = true;
  for (;;) {
    try {
      await clock.sleep(lookEveryMs, signal);
    } catch {
      return;
    }
    const connected = isConnected();
    if (wasConnected && !connected) log.warn({}, 'Lost the connection to Pulsar; the client opens it again');
    if (!wasConnected && connected) {
      log.info({}, 'Connected to Pulsar again');
      reconnected();
    }
    wasConnected = connected;
  }
}

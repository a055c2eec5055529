import { tlsReader } from '../access/tls.ts';
import type { PulsarWebSocketOptions } from './bus.ts';
import { close, connect } from './connection/connection.ts';
import { endpoint, pathOfUrl, webSocketUrl } from './endpoint.ts';

export interface ReachOptions extends Pick<PulsarWebSocketOptions, 'url' | 'token' | 'tls' | 'clock'> {
  /** Of whom a producer is opened, `non-persistent://agent-mem/reply/check`. */
  readonly topic: string;
}

/** A broker that was away and answers must not be missed for long because of one that is silent. */
const handshakeTimeoutMs = 5_000;

/**
 * Asks a broker once, over a connection of its own, whether it is there and takes a producer of the topic. Rejects with `unavailable` where it cannot be reached
 * yet, and with what it refuses the producer for, which no repeat mends.
 */
export async function reachPulsarByWebSocket(
  { url, token, tls, clock, topic }: ReachOptions,
  signal: AbortSignal,
): Promise<void> {
  const path = pathOfUrl(topic);
  const broker = { url: webSocketUrl(url), clock, token, tls: tlsReader(tls), handshakeTimeoutMs };
  const { socket } = await connect(broker, endpoint(url, 'producer', path, {}), `the producer of ${path}`, () => {}, signal);
  await close(socket, clock);
}

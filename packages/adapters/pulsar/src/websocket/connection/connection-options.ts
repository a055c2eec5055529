import { tlsReader } from '../../access/tls.ts';
import { silent } from '../../log.ts';
import type { BrokerOptions, BusOptions } from '../../options.ts';
import { webSocketUrl } from '../endpoint.ts';
import { BrokerReturn } from './broker-return.ts';
import type { ConnectionOptions } from './reconnecting-connection.ts';

/** What all connections of a bus, or of plain topics, share. Throws `invalid-argument` for a URL that is none. */
export function connectionOptionsOf(options: BrokerOptions & Pick<BusOptions, 'reconnected'>): ConnectionOptions {
  const { url, clock, token, tls, log = silent, random = Math.random, timeoutMs = 30_000, reconnected = () => {} } = options;
  return {
    broker: { url: webSocketUrl(url), clock, token, tls: tlsReader(tls) },
    log,
    random,
    reconnected,
    brokerReturn: new BrokerReturn(),
    firstTimeoutMs: timeoutMs,
  };
}

/** The ports a broker's web service listens on by default. */
const webPort = 8080;
const webTlsPort = 8443;

/**
 * Where the admin REST of a bus is, by the bus's URL: the WebSocket API is served beside it, on one port; for a `pulsar://` URL it is taken to be on the
 * usual one. `null` for a URL of no Pulsar.
 */
export function adminUrlOf(busUrl: string): string | null {
  const [, scheme, authority] = /^(wss?|pulsar(?:\+ssl)?):\/\/([^/?#]+)/.exec(busUrl) ?? [];
  if (scheme === undefined || authority === undefined) return null;
  // Several brokers may be named; any of them answers.
  const [first = ''] = authority.split(',');
  const host = first.slice(first.lastIndexOf('@') + 1);
  if (scheme === 'ws') return `http://${host}`;
  if (scheme === 'wss') return `https://${host}`;
  const name = host.replace(/:\d+$/, '');
  return scheme === 'pulsar' ? `http://${name}:${webPort}` : `https://${name}:${webTlsPort}`;
}

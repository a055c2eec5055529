import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Above 10080, which `fetch` refuses: https://fetch.spec.whatwg.org/#port-blocking. */
const firstPort = 11_000;
/** The machine gives the ports from about 32,000 on to processes that ask for any. */
const endPort = 30_000;

/**
 * Ports that are free. The machine gives them to nobody else while a server that comes back on them is away, and `fetch` reaches each.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) {
    const server = createServer().listen(portAt(Math.random()), '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** The port at a share of the range, from 0 to below 1. */
export function portAt(share: number): number {
  return firstPort + Math.floor(share * (endPort - firstPort));
}

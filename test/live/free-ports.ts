import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Ports that are free, and below those the machine gives to whoever asks for any: else another process may have one while a server
 * that is to come back on its ports is away.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) {
    const server = createServer().listen(10_000 + Math.floor(Math.random() * 20_000), '127.0.0.1');
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

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A server that closes each connection at once. */
export interface RefusingServer extends AsyncDisposable {
  readonly port: number;
  /** Resolves when so many connections have come. */
  connected(count: number): Promise<void>;
}

/** Starts it on a free port. */
export async function startRefusingServer(): Promise<RefusingServer> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // It listens on a port.
    port: (server.address() as AddressInfo).port,
    async connected(count) {
      while (connections < count) await once(server, 'connection');
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

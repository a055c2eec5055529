import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, and can lose the answer to a COMMIT: the server has done it, and the client hears nothing. */
export interface CuttingProxy extends AsyncDisposable {
  /** `bolt://127.0.0.1:port` */
  readonly url: string;
  /** Cuts the connection at the next so many commits, each when the server has answered. */
  cutAtCommits(count: number): void;
}

/** COMMIT as Bolt sends it: a chunk of two bytes, a structure without fields, the end of the message. */
const commitMessage = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);

export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const port = Number(new URL(serverUrl).port);
  const sockets = new Set<Socket>();
  let cuts = 0;
  const proxy: Server = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let isCommitting = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (data) => {
      if (cuts > 0 && data.includes(commitMessage)) {
        cuts -= 1;
        isCommitting = true;
      }
      server.write(data);
    });
    server.on('data', (data) => {
      if (isCommitting) client.destroy();
      else client.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `bolt://127.0.0.1:${(proxy.address() as { port: number }).port}`,
    cutAtCommits(count) {
      cuts = count;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

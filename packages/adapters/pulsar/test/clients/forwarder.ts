import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Something in front of a broker that comes when a test wants it. */
export interface Forwarder extends AsyncDisposable {
  /** Resolves when what connects to the port reaches the broker. */
  open(): Promise<void>;
}

/** Gives what connects to `port` of 127.0.0.1 on to another, once it is opened; until then nothing listens there. */
export function forwarder(port: number, to: number): Forwarder {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one) && other.destroy());
    }
  });
  return {
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

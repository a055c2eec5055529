import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { question } from './subject.ts';

/** A TCP connection to this process whose other end sends back what comes. */
export interface LoopbackEcho extends AsyncDisposable {
  /** Resolves when the bytes are back. */
  ask(): Promise<void>;
}

/** What a round trip costs on this machine with nothing but TCP. */
export async function openLoopbackEcho(): Promise<LoopbackEcho> {
  const server = createServer({ noDelay: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as { port: number }).port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const bytes = Buffer.from(question);
  const waiting: (() => void)[] = [];
  let received = 0;
  socket.on('data', (data) => {
    received += data.length;
    for (; received >= bytes.length; received -= bytes.length) waiting.shift()?.();
  });
  return {
    ask: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        socket.write(bytes);
      }),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

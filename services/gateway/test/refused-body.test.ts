import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';
import { scriptedCaller } from './scripted-caller.ts';

/** More than the buffers of both sockets hold. */
const bytes = 64 * 1024 * 1024;

/** What comes back on a connection whose client reads only after its whole request is sent. Rejects if the connection breaks before. */
async function answerAfterSending(port: number, request: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const sent = Promise.withResolvers<void>();
  socket.on('error', sent.reject);
  socket.write(request, (error) => (error ? sent.reject(error) : sent.resolve()));
  await sent.promise;
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

it.each([
  ['whose body is too long', 'application/json', 413],
  ['whose body is no JSON', 'text/plain', 400],
])(
  'a client gets the answer to a request %s, though it asked to close the connection and reads after sending',
  async (_what, type, status) => {
    const app = await openGateway(scriptedCaller({}));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const head = `POST /v1/facts/store HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;
    const request = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes)]);
    expect(await answerAfterSending(Number(new URL(url).port), request)).toMatch(`HTTP/1.1 ${status} `);
    await app.close();
  },
);

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { openAccess } from '@agent-mem/access';
import { loneService, notesService } from '@agent-mem/testing/kit';
import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { createHttpServer } from './http.ts';
import { openHttpFront } from './http-front.ts';
import type { HttpPlugin } from './http-plugin.ts';

/** An HTTP server with a route that answers once the gate is open, and one that begins before. */
async function gatedServer() {
  const gate = Promise.withResolvers<void>();
  const requests: unknown[] = [];
  // Its drain is longer than these tests may take.
  const front = await openHttpFront({ host: '127.0.0.1', port: 0 }, { reasons: () => [], cutAfterMs: 600_000 });
  // Nor is a connection closed because it is idle.
  front.server.keepAliveTimeout = 0;
  front.server.on('request', ({ url }) => requests.push(url));
  const http = createHttpServer({
    front,
    ready: async () => ({ ready: true, reasons: [], degraded: [] }),
    admin: null,
    hasOpenMetrics: true,
    sample: async () => undefined,
    registry: new Registry(),
  });
  const register: HttpPlugin['register'] = async (app) => {
    app.post('/gated', async () => {
      await gate.promise;
      return { answered: true };
    });
    app.get('/begun', (_request, reply) => {
      reply.hijack();
      reply.raw.write('begun');
      void gate.promise.then(() => reply.raw.end());
    });
  };
  await http.open({ name: 'gated', variables: {}, register }, {
    ...loneService(notesService).context,
    access: openAccess,
  } as Parameters<typeof register>[1]);
  await http.serve();
  const stop = () => Promise.all([http[Symbol.asyncDispose](), front[Symbol.asyncDispose]()]);
  const arrived = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count));
  return { stop, arrived, open: gate.resolve, port: front.address.port };
}

/** A client that writes what it is given, byte for byte; `answer` is all that comes back until the connection ends. */
async function rawClient(port: number): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('end', () => socket.end());
  await once(socket, 'connect');
  return { socket, answer: text(socket) };
}

const post = 'POST /gated HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const whole = `${post}Content-Length: 2\r\n\r\n{}`;
const refusal = { error: { type: 'unavailable', message: 'The service is stopping; ask again', retryable: true } };

it('is closed when its last request is answered, though the client would keep the connection', async () => {
  const { stop, arrived, open, port } = await gatedServer();
  const { socket, answer } = await rawClient(port);
  socket.write(whole);
  await arrived(1);
  const closed = stop();
  await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow());
  open();
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK.*{"answered":true}$/s);
  await closed;
});

it('is closed when its last answer is over, whose head was sent before the stop', async () => {
  const { stop, open, port } = await gatedServer();
  const { socket, answer } = await rawClient(port);
  socket.write('GET /begun HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const closed = stop();
  await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow());
  open();
  await vi.waitFor(() => expect(socket.readableEnded).toBe(true));
  await Promise.all([closed, answer]);
});

it.each([
  ['that has sent nothing', ''],
  ['in the middle of its headers', 'POST /gated HT'],
  ['in the middle of its body', `${post}Content-Length: 100\r\n\r\n{"a":`],
  ['in the middle of the request after one that is answered', `GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n${post}`],
])('a client %s does not hold up the stop', async (_, bytes) => {
  const { stop, port } = await gatedServer();
  const { socket, answer } = await rawClient(port);
  const answered = once(socket, 'data');
  socket.write(bytes);
  if (bytes.startsWith('GET')) await answered;
  // What one client has sent is read before what a later one has.
  else await fetch(`http://127.0.0.1:${port}/health/live`);
  await stop();
  await answer;
});

it('a request on a connection that still waits for an answer is refused in the shape of our errors', async () => {
  const { stop, arrived, open, port } = await gatedServer();
  const { socket, answer } = await rawClient(port);
  socket.write(whole);
  await arrived(1);
  const closed = stop();
  socket.write(whole);
  await arrived(2);
  open();
  const [, first, second] = (await answer).split('HTTP/1.1 ');
  expect(first).toMatch(/^200 OK/);
  expect(second).toMatch(/^503 Service Unavailable/);
  expect(JSON.parse(second?.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 503, ...refusal });
  await closed;
});

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { OperationError } from '@agent-mem/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGatedServer } from '../src/transports/admission/gated-server.ts';

let open: AsyncDisposableStack;
beforeEach(() => {
  open = new AsyncDisposableStack();
});
afterEach(() => open.disposeAsync());

/** A server whose answers are held until they are released. */
async function start({ maxConnections = 10, checkRoom = (): void => undefined } = {}) {
  const held: (() => void)[] = [];
  const server = createGatedServer(
    ({ url }, response) => {
      const answer = () => response.end('answered');
      if (url === '/held') held.push(answer);
      else answer();
    },
    { admission: { maxConnections, checkRoom, connected: () => undefined }, certificate: null },
  );
  server.listen(0, '127.0.0.1');
  open.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    held,
    async connection() {
      const socket = connect(port, '127.0.0.1');
      open.defer(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const refused = (what: RegExp) =>
  expect.stringMatching(
    new RegExp(
      String.raw`^HTTP/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n[\s\S]*"type":"unavailable","message":"${what.source}[^"]*","retryable":true`,
      'i',
    ),
  );

async function answered(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString();
}

it('answers 503 on a connection too many, at once, and closes it; health is answered', async () => {
  const { connection, held, server } = await start({ maxConnections: 2 });
  const [first] = [await connection(), await connection()].map((socket) => {
    socket.write(get('/held'));
    return socket;
  });
  await vi.waitFor(() => expect(held).toHaveLength(2));
  const third = await connection();
  await vi.waitFor(async () => {
    const count = await new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)));
    expect(count).toBe(3);
  });
  third.write(get('/any'));
  expect(await text(third)).toEqual(refused(/MAX_CONNECTIONS: 2 connections are open/));
  const probe = await connection();
  probe.write(get('/health/live'));
  expect(await text(probe)).toMatch(/^HTTP\/1\.1 200 /);
  for (const answer of held) answer();
  await once(first as Socket, 'data');
  expect(await answered(first as Socket, get('/any'))).toMatch(/^HTTP\/1\.1 200 /);
});

it('has Node close unanswered what comes beyond twice as many connections, whether it has agreed on TLS or not', async () => {
  const { server } = await start({ maxConnections: 10 });
  expect(server.maxConnections).toBe(20);
});

it('closes the connection that was used longest ago and has nothing to wait for, where another comes', async () => {
  const { connection, held } = await start({ maxConnections: 5 });
  const half = 'POST /held HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{';
  const [waiting, used, idle, halfHead, halfBody] = [
    await connection(),
    await connection(),
    await connection(),
    await connection(),
    await connection(),
  ] as const;
  const closed: string[] = [];
  for (const [name, socket] of Object.entries({ waiting, used, idle, halfHead, halfBody })) {
    socket.on('error', () => undefined);
    socket.on('close', () => closed.push(name));
  }
  waiting.write(get('/held'));
  halfHead.write('GET /any HTTP/1.1\r\nHo');
  halfBody.write(half);
  await vi.waitFor(() => expect(held).toHaveLength(2));
  expect(await answered(used, get('/any'))).toMatch(/^HTTP\/1\.1 200 /);
  for (const [index, name] of ['idle', 'halfHead', 'halfBody', 'used'].entries()) {
    expect(await answered(await connection(), get('/held-too'))).toMatch(/^HTTP\/1\.1 200 /);
    await vi.waitFor(() => expect(closed).toHaveLength(index + 1));
    expect(closed.at(-1)).toBe(name);
  }
  held[0]?.();
  expect(String((await once(waiting, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
});

it('refuses a request before its body has come where there is no room, and takes it later', async () => {
  let isFull = true;
  const { connection } = await start({
    checkRoom() {
      if (isFull) throw new OperationError('unavailable', 'MAX_IN_FLIGHT: 7', { retryAfterMs: 1_000 });
    },
  });
  const socket = await connection();
  const half = 'POST /any HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"half":';
  expect(await answered(socket, half)).toEqual(refused(/MAX_IN_FLIGHT: 7/));
  expect(await answered(await connection(), get('/health/ready'))).toMatch(/^HTTP\/1\.1 200 /);
  isFull = false;
  expect(await answered(await connection(), get('/any'))).toMatch(/^HTTP\/1\.1 200 /);
});

it('has 64 requests of one connection wait, and refuses the next, in order', async () => {
  const { connection, held } = await start();
  const socket = await connection();
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  socket.write(get('/held').repeat(70));
  await vi.waitFor(() => expect(held).toHaveLength(64));
  expect(received).toBe('');
  for (const answer of held) answer();
  await vi.waitFor(() => expect(received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(70));
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(64).fill('HTTP/1.1 200'), ...Array(6).fill('HTTP/1.1 503')]);
  expect(await answered(await connection(), get('/any'))).toMatch(/^HTTP\/1\.1 200 /);
});

it('gives a request half a minute to arrive, and its head ten seconds', async () => {
  const { server } = await start();
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 10_000]);
});

import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { freePorts } from '../../../../../test/live/free-ports.ts';
import { reachPulsarByWebSocket } from '../../src/websocket/index.ts';
import { startToyBroker } from './toy-broker.ts';

const topic = 'non-persistent://agent-mem/reply/check';
const { signal } = new AbortController();

it('finds a broker by a producer, with the token, and leaves nothing open', async () => {
  const closed = Promise.withResolvers<void>();
  await using toy = await startToyBroker(({ socket }) => void socket.once('close', () => closed.resolve()));
  await reachPulsarByWebSocket({ url: toy.url, token: 'secret', clock: systemClock, topic }, signal);
  await closed.promise;
  const path = expect.stringContaining('/ws/v2/producer/non-persistent/agent-mem/reply/check');
  expect(toy.visits).toMatchObject([{ path, authorization: 'Bearer secret' }]);
});

it('tells of a broker that is away that it may come', async () => {
  const [port] = await freePorts(1);
  const asked = reachPulsarByWebSocket({ url: `ws://127.0.0.1:${port}`, clock: systemClock, topic }, signal);
  await expect(asked).rejects.toMatchObject({ retryable: true, message: expect.stringContaining('cannot be reached') });
});

it.each([
  [503, true, 'HTTP 503'],
  [401, false, 'PULSAR_TOKEN'],
  [404, false, 'run the command init'],
])('of HTTP %i knows whether a repeat helps', async (code, retryable, sentence) => {
  const broker = createServer().on('upgrade', (_request, socket) => {
    socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const { port } = broker.address() as AddressInfo;
  const asked = reachPulsarByWebSocket({ url: `ws://127.0.0.1:${port}`, clock: systemClock, topic }, signal);
  await expect(asked).rejects.toMatchObject({ retryable, message: expect.stringContaining(sentence) });
  broker.close();
});

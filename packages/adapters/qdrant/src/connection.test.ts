import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@agent-mem/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Connection } from './connection.ts';

const seen: { readonly url: string | undefined; readonly headers: IncomingMessage['headers'] }[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
const server = createServer((request, response) => {
  seen.push({ url: request.url, headers: request.headers });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(response);
});

const json = (status: number, body: object) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const cut = (response: ServerResponse) => response.destroy();
const exists = json(200, { result: { exists: true } });

beforeEach(async () => {
  seen.length = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

function connect(given: { readonly path?: string; readonly apiKey?: string } = {}): Connection {
  const { port } = server.address() as AddressInfo;
  const address = { host: '127.0.0.1', port, isEncrypted: false, path: '', apiKey: '', ...given };
  return new Connection({ address, timeoutMs: 30_000, connections: 2, clock: systemClock, random: () => 0 });
}

const ask = (connection: Connection, options: { readonly attempts?: number } = {}) =>
  connection.ask('answer', (api, init) => api.collectionExists({ collection_name: 'c' }, init), options);

it('asks below a path, with the key, for what is not compressed', async () => {
  answers = [exists];
  await using connection = connect({ path: '/vectors', apiKey: 'k' });
  expect(await ask(connection)).toEqual({ exists: true });
  expect(seen).toMatchObject([
    { url: '/vectors/collections/c/exists', headers: { 'api-key': 'k', 'accept-encoding': 'identity' } },
  ]);
});

it('asks again when the connection is cut, or Qdrant is busy', async () => {
  answers = [cut, json(503, {}), json(429, {}), exists];
  await using connection = connect();
  expect(await ask(connection)).toEqual({ exists: true });
  expect(seen).toHaveLength(4);
});

it('gives up after four times, or after once where that is asked', async () => {
  answers = [json(503, {})];
  await using connection = connect();
  await expect(ask(connection)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  expect(seen).toHaveLength(4);
  await expect(ask(connection, { attempts: 1 })).rejects.toMatchObject({ type: 'unavailable' });
  expect(seen).toHaveLength(5);
});

it('does not ask again what was refused', async () => {
  answers = [json(400, { status: { error: 'Wrong input: no' } })];
  await using connection = connect();
  await expect(ask(connection)).rejects.toMatchObject({ type: 'internal', retryable: false });
  expect(seen).toHaveLength(1);
});

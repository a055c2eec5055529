import { grpcDefinition } from '@agent-mem/contract';
import { createMemoryBus } from '@agent-mem/messaging';
import { hosting, memoryPorts, notesService } from '@agent-mem/testing/kit';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineHttpPlugin } from '../src/transports/http-plugin.ts';
import { type Listening, listen } from '../src/transports/listening.ts';

const anyPort = { host: '127.0.0.1', port: 0 } as const;
const store = '/v1/facts/store';

const plugin = defineHttpPlugin({
  name: 'gateway',
  variables: {},
  async register(app, { caller }) {
    app.post<{ Body: { content: string } }>(store, ({ body }) => caller.call('facts', 'store', body));
  },
});

let listening: Listening;
beforeEach(async () => {
  const reasons = () => ['bus: it cannot be reached'];
  listening = await listen({ services: [notesService], http: anyPort, grpc: anyPort, reasons, drainMs: 20 });
});
afterEach(() => listening[Symbol.asyncDispose]());

async function asked(path: string, body?: object): Promise<readonly [number, unknown]> {
  const url = `http://127.0.0.1:${listening.http?.address.port}${path}`;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : {});
  return [response.status, await response.json()];
}

/** The error of a call over gRPC; `null` when it is answered. */
function calledStore(): Promise<ServiceError | null> {
  const client = new Client(`127.0.0.1:${listening.grpc?.address.port}`, credentials.createInsecure());
  const method = grpcDefinition('facts').Store;
  if (!method) throw new Error('The contract has no rpc Store');
  const { path, requestSerialize, responseDeserialize } = method;
  return new Promise((resolve) =>
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { content: 'tea', user: 'u1' }, (error) => {
      client.close();
      resolve(error);
    }),
  );
}

test('before its services are there a process is alive, says what it waits for, and refuses requests as they may be repeated', async () => {
  expect(await asked('/health/live')).toEqual([200, { live: true }]);
  for (const path of ['/health', '/health/ready'])
    expect(await asked(path)).toEqual([503, { ready: false, reasons: ['bus: it cannot be reached'] }]);
  const error = { type: 'unavailable', message: expect.stringContaining('/health/ready'), retryable: true };
  expect(await asked(store, { content: 'tea' })).toMatchObject([503, { status: 503, error }]);
  expect(await asked('/anything')).toMatchObject([503, { status: 503, error }]);
  const refused = await calledStore();
  expect([refused?.code, refused?.metadata.get('retryable')]).toEqual([status.UNAVAILABLE, ['true']]);
});

test('a stop refuses what outlasts the drain as one that may be repeated, on a connection that it closes', async () => {
  const begun = Promise.withResolvers<void>();
  const waits = defineHttpPlugin({
    name: 'gateway',
    variables: {},
    async register(app, { signal }) {
      app.post(store, async (_request, reply) => {
        begun.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        return reply.status(503).send({ error: signal.reason.toWire() });
      });
    },
  });
  const url = `http://127.0.0.1:${listening.http?.address.port}${store}`;
  const host = await hosting({ ports: memoryPorts(), listening, services: [], httpPlugins: [waits], drainMs: 20 });
  const answer = fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  await begun.promise;
  await host[Symbol.asyncDispose]();
  const response = await answer;
  expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
  expect(await response.json()).toMatchObject({ error: { type: 'unavailable', retryable: true } });
});

test('a host takes over where the process listens, on connections that are open too', async () => {
  expect((await asked(store, { content: 'tea' }))[0]).toBe(503);
  {
    await using _ = await hosting({ listening, httpPlugins: [plugin] });
    expect((await asked('/health/ready'))[0]).toBe(200);
    expect(await asked(store, { content: 'tea' })).toMatchObject([200, { created: true }]);
    expect(await calledStore()).toBeNull();
  }
  await expect(asked('/health/live')).rejects.toThrow();
});

test('a host whose start fails leaves the process listening for the next', async () => {
  const bus = createMemoryBus();
  await bus[Symbol.asyncDispose]();
  await expect(hosting({ listening, httpPlugins: [plugin], ports: memoryPorts({ bus }) })).rejects.toMatchObject({
    type: 'unavailable',
  });
  expect((await asked('/health/ready'))[0]).toBe(503);
  await using _ = await hosting({ listening, httpPlugins: [plugin] });
  expect((await asked('/health/ready'))[0]).toBe(200);
});

test('a start that waits for its bus ends by its signal', async () => {
  const bus = createMemoryBus();
  bus.subscribe = () => new Promise(() => undefined);
  const stop = new AbortController();
  const starting = hosting({ listening, ports: memoryPorts({ bus }), signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(starting).rejects.toThrow('stopped');
  expect((await asked('/health/live'))[0]).toBe(200);
});

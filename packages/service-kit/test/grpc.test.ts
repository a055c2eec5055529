import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { fileURLToPath } from 'node:url';
import type { AuditEntry } from '@agent-mem/access';
import { grpcDefinition, permissions } from '@agent-mem/contract';
import { hosting, notesService } from '@agent-mem/testing/kit';
import { Client, credentials, Metadata, makeGenericClientConstructor, type ServiceError, status } from '@grpc/grpc-js';
import { loadSync, type MethodDefinition } from '@grpc/proto-loader';
import { service as healthService } from 'grpc-health-check';
import { describe, expect, test } from 'vitest';
import type { Host, HostOptions } from '../src/host/host-options.ts';
import { defineService, type Handler } from '../src/service.ts';

const facts = grpcDefinition('facts');
const agent = grpcDefinition('agent');

function clientOf(host: Host): Client & Disposable {
  const client = new Client(`127.0.0.1:${host.grpcAddress?.port}`, credentials.createInsecure());
  return Object.assign(client, { [Symbol.dispose]: () => client.close() });
}

interface Answer {
  readonly response: Record<string, unknown> | null;
  readonly error: ServiceError | null;
}

/** One unary call, as any gRPC client makes it. */
function call(
  client: Client,
  rpc: string,
  request: object,
  { metadata = new Metadata(), deadline }: { metadata?: Metadata; deadline?: Date } = {},
): Promise<Answer> {
  const method = facts[rpc];
  if (!method) throw new Error(`The contract has no rpc ${rpc}`);
  return new Promise((resolve) => {
    const done = (error: ServiceError | null, response?: Record<string, unknown>) =>
      resolve({ error, response: response ?? null });
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline },
      done,
    );
  });
}

test('a call goes to the service’s handler and comes back', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const { response } = await call(client, 'Store', { content: 'Anne likes tea', user: 'u1' });
  expect(response).toEqual({ fact_id: expect.stringMatching(/^fact_/), created: true });
});

test('errors carry gRPC’s code, the message, and whether to try again', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const invalid = await call(client, 'Store', { content: '' });
  expect(invalid.error).toMatchObject({ code: status.INVALID_ARGUMENT, details: expect.stringMatching(/^content: /) });
  expect(invalid.error?.metadata.get('retryable')).toEqual(['false']);
  const purge = await call(client, 'Purge', {});
  expect(purge.error).toMatchObject({
    code: status.UNIMPLEMENTED,
    details: 'agentmem.v1.FactsService/Purge is not implemented yet',
  });
  const bug = await call(client, 'Store', { content: '!bug' });
  expect(bug.error?.code).toBe(status.INTERNAL);
  expect(bug.error?.details).not.toContain('cannot read');
});

test('an unknown method is refused with the trailers of every error, whatever its client sends', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const path = '/agentmem.v1.FactsService/Remember';
  const bytes = (value: Buffer) => value;
  const unary = await new Promise<ServiceError | null>((resolve) =>
    client.makeUnaryRequest(path, bytes, bytes, Buffer.from('x'), resolve),
  );
  const streaming = await new Promise<ServiceError | null>((resolve) =>
    client.makeClientStreamRequest(path, bytes, bytes, resolve),
  );
  for (const error of [unary, streaming]) {
    expect(error).toMatchObject({
      code: status.UNIMPLEMENTED,
      details: `${path}: there is no such method; reflection lists the methods`,
    });
    expect(error?.metadata.get('retryable')).toEqual(['false']);
  }
});

test('what gRPC’s server refuses by itself says whether to try again', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const { error } = await call(client, 'Store', { content: 'x'.repeat(5_000_000) });
  expect(error).toMatchObject({ code: status.OUT_OF_RANGE, details: 'The request must have at most 4194304 bytes' });
  expect(error?.metadata.get('retryable')).toEqual(['false']);
});

test('a binary message may hold what a later version knows', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const store = facts.Store;
  if (!store) throw new Error('The contract has no rpc Store');
  // The number 5000, true.
  const later = Buffer.from([0xc0, 0xb8, 0x02, 0x01]);
  const serialize = (request: object) => Buffer.concat([store.requestSerialize(request), later]);
  const stored = await new Promise((resolve) => {
    client.makeUnaryRequest(store.path, serialize, store.responseDeserialize, { content: 'tea' }, (error, response) =>
      resolve(error ?? response),
    );
  });
  expect(stored).toMatchObject({ created: true });
});

test('the metadata’s idempotency key keeps a repeat to one effect', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const metadata = new Metadata();
  metadata.set('idempotency-key', 'k1');
  const first = await call(client, 'Store', { content: 'one' }, { metadata });
  const again = await call(client, 'Store', { content: 'one' }, { metadata });
  const other = await call(client, 'Store', { content: 'two' }, { metadata });
  expect(again.response).toEqual(first.response);
  expect(other.error?.code).toBe(status.ALREADY_EXISTS);
});

test('an idempotency key that is too long or empty is refused by its name', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const storeUnder = (key: string) => {
    const metadata = new Metadata();
    metadata.set('idempotency-key', key);
    return call(client, 'Store', { content: 'one' }, { metadata });
  };
  expect((await storeUnder('k'.repeat(256))).response).toMatchObject({ created: true });
  for (const length of [257, 0])
    expect((await storeUnder('k'.repeat(length))).error).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: `idempotency-key: must be a text of 1 to 256 characters, got ${length}`,
    });
});

test('gRPC’s deadline ends a call', async () => {
  await using host = await hosting();
  using client = clientOf(host);
  const { error } = await call(client, 'Store', { content: '!hang' }, { deadline: new Date(Date.now() + 100) });
  expect(error?.code).toBe(status.DEADLINE_EXCEEDED);
});

type Invoke = Handler<'agent', 'invoke', object>;

function hostingAgent(invoke: Invoke, more: Partial<HostOptions> = {}) {
  return hosting({ services: [defineService({ name: 'agent', owns: [], variables: {}, handlers: { invoke } })], ...more });
}

function invoke(client: Client) {
  const method = agent.Invoke;
  if (!method) throw new Error('The contract has no rpc Invoke');
  return client.makeServerStreamRequest(method.path, method.requestSerialize, method.responseDeserialize, { question: 'Who?' });
}

test('a stream comes frame by frame, and an error ends it', async () => {
  await using host = await hostingAgent(async function* () {
    yield { type: 'thought', content: 'hm' };
    throw new Error('torn');
  });
  using client = clientOf(host);
  const frames: unknown[] = [];
  const reading = (async () => {
    for await (const frame of invoke(client)) frames.push(frame);
  })();
  await expect(reading).rejects.toMatchObject({ code: status.INTERNAL });
  expect(frames).toEqual([expect.objectContaining({ type: 'thought', content: 'hm' })]);
});

test('a client that cancels aborts the handler’s signal', async () => {
  const aborted = Promise.withResolvers<void>();
  await using host = await hostingAgent(async function* (_request, { signal }) {
    signal.addEventListener('abort', () => aborted.resolve());
    yield { type: 'thought', content: 'hm' };
    await new Promise(() => undefined);
  });
  using client = clientOf(host);
  const stream = invoke(client);
  stream.on('error', () => undefined);
  stream.once('data', () => stream.cancel());
  await aborted.promise;
});

test('a client that cancels while its credential is looked up has nothing done for it', async () => {
  const lookedUp = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  const noted = Promise.withResolvers<AuditEntry>();
  const audit = { write: noted.resolve, async [Symbol.asyncDispose]() {} };
  const holder = { id: 'key:1', name: '', permissions, workspaces: null, users: null, collections: null };
  const identify = async () => {
    lookedUp.resolve();
    await known.promise;
    return holder;
  };
  const forever = async function* () {
    await new Promise(() => undefined);
  };
  await using host = await hostingAgent(forever, { access: { mode: 'required', identify, audit } });
  using client = clientOf(host);
  const stream = invoke(client);
  stream.on('error', () => undefined);
  await lookedUp.promise;
  stream.cancel();
  // A connection has its order: the host has read that the client left when it refuses this.
  const bytes = (value: Buffer) => value;
  await new Promise((resolve) => client.makeUnaryRequest('/no/method', bytes, bytes, Buffer.from(''), resolve));
  known.resolve();
  expect(await noted.promise).toMatchObject({ operation: 'agent.invoke', outcome: 'cancelled' });
});

describe.each([
  ['cut in the middle', '0a0561'],
  ['of a wire type that does not exist', '0f00'],
  ['with a text that is no UTF-8', '0a02fffe'],
])('bytes %s are refused as the client’s mistake', (_, hex) => {
  const asTheyAre = (bytes: object) => bytes as Buffer;
  const bytes = Buffer.from(hex, 'hex');
  const details = 'The request cannot be decoded as its protobuf message';

  test('by a unary call', async () => {
    await using host = await hosting();
    using client = clientOf(host);
    const error = await new Promise<ServiceError | null>((resolve) => {
      client.makeUnaryRequest(facts.Store?.path ?? '', asTheyAre, asTheyAre, bytes, resolve);
    });
    expect(error).toMatchObject({ code: status.INVALID_ARGUMENT, details });
    expect(error?.metadata.get('retryable')).toEqual(['false']);
  });

  test('by a stream', async () => {
    await using host = await hostingAgent(async function* () {});
    using client = clientOf(host);
    const stream = client.makeServerStreamRequest(agent.Invoke?.path ?? '', asTheyAre, asTheyAre, bytes);
    await expect(Array.fromAsync(stream)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT, details });
  });
});

test('stock health checks see the services', async () => {
  await using host = await hosting();
  const HealthClient = makeGenericClientConstructor(healthService, 'Health');
  const health = new HealthClient(`127.0.0.1:${host.grpcAddress?.port}`, credentials.createInsecure());
  const check = (service: string) =>
    new Promise((resolve) => {
      health.Check?.({ service }, (error: ServiceError | null, response: unknown) => resolve(error?.code ?? response));
    });
  expect(await check('')).toEqual({ status: 'SERVING' });
  expect(await check('agentmem.v1.FactsService')).toEqual({ status: 'SERVING' });
  expect(await check('nobody')).toBe(status.NOT_FOUND);
  health.close();
});

test('who watches the health is sent that the server stops, and does not keep it from stopping', async () => {
  const host = await hosting();
  const HealthClient = makeGenericClientConstructor(healthService, 'Health');
  const health = new HealthClient(`127.0.0.1:${host.grpcAddress?.port}`, credentials.createInsecure());
  const seen: unknown[] = [];
  const watching = (async () => {
    for await (const { status } of health.Watch?.({ service: '' }) ?? []) {
      seen.push(status);
      // Its drain time is longer than a test waits.
      if (seen.length === 1) void host[Symbol.asyncDispose]();
    }
  })();
  await watching;
  expect(seen).toEqual(['SERVING', 'NOT_SERVING']);
  health.close();
});

test.each(['v1', 'v1alpha'])('reflection %s says what it does not know', async (version) => {
  await using host = await hosting();
  const ask = reflectionOf(host, version);
  const errorOf = async (question: object) => (await ask(question)).errorResponse;
  expect(await errorOf({ fileContainingSymbol: 'agentmem.v1.Nobody' })).toMatchObject({ errorCode: status.NOT_FOUND });
  expect(await errorOf({ fileByFilename: 'nobody.proto' })).toMatchObject({ errorCode: status.NOT_FOUND });
  expect(await errorOf({ allExtensionNumbersOfType: 'agentmem.v1.Fact' })).toMatchObject({ errorCode: status.NOT_FOUND });
});

test.each(['v1', 'v1alpha'])('reflection %s lists the services and describes their messages, maps included', async (version) => {
  await using host = await hosting();
  const ask = reflectionOf(host, version);
  const listed = await ask({ listServices: '' });
  expect(listed.listServicesResponse.service.map(({ name }) => name)).toEqual([
    'agentmem.v1.FactsService',
    'grpc.health.v1.Health',
  ]);
  const described = async (symbol: string) => {
    const { fileDescriptorResponse } = await ask({ fileContainingSymbol: symbol });
    return Buffer.concat(fileDescriptorResponse.fileDescriptorProto).toString('latin1');
  };
  // The names that clients demand of the entries of maps.
  expect(await described('agentmem.v1.FactsService')).toContain('.agentmem.v1.StoreFactRequest.MetadataEntry');
  expect(await described('agentmem.v1.Fact.subject')).toContain('.agentmem.v1.StoreFactRequest.MetadataEntry');
  expect(await described('grpc.health.v1.Health.Check')).toContain('StatusesEntry');
});

interface ReflectionAnswer {
  readonly listServicesResponse: { readonly service: readonly { readonly name: string }[] };
  readonly fileDescriptorResponse: { readonly fileDescriptorProto: readonly Buffer[] };
  readonly errorResponse: { readonly errorCode: number; readonly errorMessage: string };
}

/** Asks one thing, by the protocol that stock clients speak. */
function reflectionOf(host: Host, version: string): (request: object) => Promise<ReflectionAnswer> {
  const module = import.meta.resolve('@grpc/reflection');
  const proto = fileURLToPath(new URL(`../proto/grpc/reflection/${version}/reflection.proto`, module));
  const method = loadSync(proto)[`grpc.reflection.${version}.ServerReflection`] as Record<
    string,
    MethodDefinition<object, object>
  >;
  const rpc = method.ServerReflectionInfo;
  if (!rpc) throw new Error('The protocol has no rpc ServerReflectionInfo');
  return (request) =>
    new Promise((resolve, reject) => {
      const client = new Client(`127.0.0.1:${host.grpcAddress?.port}`, credentials.createInsecure());
      const stream = client.makeBidiStreamRequest(rpc.path, rpc.requestSerialize, rpc.responseDeserialize);
      stream.on('data', (answer: ReflectionAnswer) => resolve(answer));
      stream.on('error', reject);
      stream.on('end', () => client.close());
      stream.write(request);
      stream.end();
    });
}

test('a call that a stop interrupts is UNAVAILABLE, and may be tried again', async () => {
  const host = await hosting({ drainMs: 50 });
  using client = clientOf(host);
  const hanging = call(client, 'Store', { content: '!hang' });
  await call(client, 'Store', { content: 'tea' });
  await host[Symbol.asyncDispose]();
  const { error } = await hanging;
  expect([error?.code, error?.details]).toEqual([status.UNAVAILABLE, 'The service is stopping; ask again']);
  expect(error?.metadata.get('retryable')).toEqual(['true']);
});

test('a stop answers the calls that run, refuses those that come, and waits for no half call', async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store: Handler<'facts', 'store', object> = async () => {
    begun.resolve();
    await gate.promise;
    return { fact_id: 'fact_1', created: true };
  };
  // Longer than this test may take.
  const services = [defineService({ ...notesService, handlers: { store } })];
  const host = await hosting({ drainMs: 600_000, services });
  using client = clientOf(host);
  const session = connectHttp2(`http://127.0.0.1:${host.grpcAddress?.port}`).on('error', () => undefined);
  const headers = { ':method': 'POST', ':path': facts.Store?.path, 'content-type': 'application/grpc', te: 'trailers' };
  const half = session.request(headers).on('error', () => undefined);
  // Of nine bytes the first.
  half.write(Buffer.from([0, 0, 0, 0, 9, 1]));
  const refused = once(half, 'response');
  const running = call(client, 'Store', { content: 'tea' });
  await begun.promise;
  const stopped = host[Symbol.asyncDispose]();
  expect((await refused)[0]).toMatchObject({ 'grpc-status': String(status.UNAVAILABLE), retryable: 'true' });
  expect((await call(client, 'Store', { content: 'milk' })).error?.code).toBe(status.UNAVAILABLE);
  gate.resolve();
  expect((await running).response).toEqual({ fact_id: 'fact_1', created: true });
  await stopped;
});

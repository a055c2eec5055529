import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { grpcDefinition } from '@agent-mem/contract';
import { hosting, notesService } from '@agent-mem/testing/kit';
import { Client, credentials, makeGenericClientConstructor, type ServiceError, status } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Admission, arrivalTimes, maxPerConnection, openAdmission } from '../src/transports/admission/admission.ts';
import { listen } from '../src/transports/listening.ts';

const anyPort = { host: '127.0.0.1', port: 0 } as const;
const { Store: store } = grpcDefinition('facts');
if (!store) throw new Error('The contract has no rpc Store');

let open: AsyncDisposableStack;
beforeEach(() => {
  open = new AsyncDisposableStack();
});
afterEach(async () => {
  vi.useRealTimers();
  await open.disposeAsync();
});

/** A fleet's gRPC with this admission; clients have a connection of their own each. */
async function start(admission: Partial<Admission>, service = notesService) {
  const options = { ...openAdmission, ...admission };
  const listening = open.use(await listen({ services: [service], http: null, grpc: anyPort, admission: options, drainMs: 20 }));
  open.use(await hosting({ services: [service], listening }));
  const port = listening.grpc?.address.port ?? 0;
  const own = { 'grpc.use_local_subchannel_pool': 1 };
  return {
    port,
    client() {
      const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), own);
      open.defer(() => client.close());
      return client;
    },
    health() {
      const HealthClient = makeGenericClientConstructor(healthService, 'Health');
      const client = new HealthClient(`127.0.0.1:${port}`, credentials.createInsecure(), own);
      open.defer(() => client.close());
      return new Promise((resolve) => {
        client.Check?.({ service: '' }, (error: ServiceError | null, response: unknown) => resolve(error?.details ?? response));
      });
    },
  };
}

function stored(client: Client, content = 'tea'): Promise<ServiceError | null> {
  return new Promise((resolve) => {
    const { path, requestSerialize, responseDeserialize } = store as NonNullable<typeof store>;
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { content }, resolve);
  });
}

test('a connection too many is answered UNAVAILABLE with the time to come again, and closed; health is answered', async () => {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { store: stores } = notesService.handlers;
  const store: typeof stores = async (request, context) => {
    if (request.content === 'long') {
      begun.resolve();
      await over.promise;
    }
    return (await stores?.(request, context)) ?? {};
  };
  const service = { ...notesService, handlers: { ...notesService.handlers, store } };
  const { port, client, health } = await start({ maxConnections: 1 }, service);
  open.defer(over.resolve);
  const first = client();
  expect(await stored(first)).toBeNull();
  void stored(first, 'long');
  // Until it has arrived its connection is idle, and would make room.
  await begun.promise;
  // A client that is slower than the second after which its connection is closed gets no such answer, and asks again.
  const refusedOne = () =>
    vi.waitFor(async () => {
      const refused = await stored(client());
      expect(refused).toMatchObject({
        code: status.UNAVAILABLE,
        details: 'MAX_CONNECTIONS: 1 connections are open, and no more are taken; ask again in 1 s',
      });
      expect(refused?.metadata.get('grpc-retry-pushback-ms')).toEqual(['1000']);
    }, 20_000);
  await refusedOne();
  await vi.waitFor(async () => expect(await health()).toEqual({ status: 'SERVING' }), 20_000);
  const idle = connect(port, '127.0.0.1').resume();
  await once(idle, 'close');
  await refusedOne();
  over.resolve();
  await vi.waitFor(async () => expect(await stored(client())).toBeNull(), { timeout: 20_000, interval: 100 });
});

test('a connection without a call makes room for another, whatever it asks of health', async () => {
  const { port, client } = await start({ maxConnections: 2 });
  const idle = connect(port, '127.0.0.1').resume();
  idle.on('error', () => undefined);
  await once(idle, 'connect');
  const watching = connectHttp2(`http://127.0.0.1:${port}`);
  open.defer(() => watching.destroy());
  const headers = {
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Watch',
    'content-type': 'application/grpc',
    te: 'trailers',
  };
  const watch = watching.request(headers).on('error', () => undefined);
  watch.end(Buffer.from([0, 0, 0, 0, 0]));
  await once(watch, 'data');
  const closed = [once(idle, 'close'), once(watching, 'close')];
  for (const each of closed) {
    expect(await stored(client())).toBeNull();
    await each;
  }
});

test('the client of an old connection is asked to open another, and its calls go on', async () => {
  const { port, client } = await start({ connectionAgeMs: 100 });
  const own = client();
  expect(await stored(own)).toBeNull();
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  open.defer(() => session.destroy());
  await once(session, 'goaway');
  expect(await stored(own)).toBeNull();
});

test('a call whose request does not arrive is ended with DEADLINE_EXCEEDED', async () => {
  const { port } = await start({ times: { ...arrivalTimes, wholeMs: 50 } });
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  open.defer(() => session.destroy());
  const headers = { ':method': 'POST', ':path': store?.path, 'content-type': 'application/grpc', te: 'trailers' };
  const half = session.request(headers);
  // Of nine bytes the first.
  half.write(Buffer.from([0, 0, 0, 0, 9, 1]));
  const [answer] = await once(half, 'response');
  expect(answer).toMatchObject({
    'grpc-status': String(status.DEADLINE_EXCEEDED),
    'grpc-message': encodeURIComponent('The request has not arrived within 0.05 s'),
  });
});

/** A call that never ends by itself, by frames of its own: a client of gRPC waits with calls that are too many. */
function callRaw(session: ClientHttp2Session, content: string): ClientHttp2Stream {
  const headers = { ':method': 'POST', ':path': store?.path, 'content-type': 'application/grpc', te: 'trailers' };
  const call = session.request(headers).on('error', () => undefined);
  const message = store?.requestSerialize({ content }) ?? Buffer.of();
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  call.end(Buffer.concat([head, message]));
  return call.resume();
}

/** Notes of which "long" ones run until their callers leave; counts those that have begun. */
function endlessNotes() {
  const counts = { begun: 0 };
  const { store: stores } = notesService.handlers;
  const store: typeof stores = async (request, context) => {
    if (request.content.startsWith('long')) {
      counts.begun += 1;
      await once(context.signal, 'abort');
    }
    return (await stores?.(request, context)) ?? {};
  };
  return { counts, service: { ...notesService, handlers: { ...notesService.handlers, store } } };
}

test('calls that a client begins as it cancels two hundred others are answered, and its connection stays', async () => {
  const { port } = await start({});
  const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => undefined);
  open.defer(() => session.destroy());
  await once(session, 'remoteSettings');
  const cancelled = Array.from({ length: 200 }, () => callRaw(session, 'tea'));
  // Their frames leave together with those of the next ones.
  for (const call of cancelled) call.close(constants.NGHTTP2_CANCEL);
  const trailers = await Promise.all(
    Array.from({ length: 50 }, async () => (await once(callRaw(session, 'tea'), 'trailers'))[0]),
  );
  expect(trailers.map((each) => each['grpc-status'])).toEqual(Array.from({ length: 50 }, () => String(status.OK)));
  expect(session.closed).toBe(false);
});

test('of one connection no more calls run than may, the next begins as one ends, and others are not held up', async () => {
  const { counts, service } = endlessNotes();
  const { port, client } = await start({}, service);
  const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => undefined);
  open.defer(() => session.destroy());
  await once(session, 'remoteSettings');
  const calls = Array.from({ length: maxPerConnection + 10 }, (_, n) => callRaw(session, `long ${n}`));
  await vi.waitFor(() => expect(counts.begun).toBe(maxPerConnection), 20_000);
  // Its answer comes after whatever the others have led to.
  expect(await stored(client())).toBeNull();
  expect(counts.begun).toBe(maxPerConnection);
  calls[0]?.close(constants.NGHTTP2_CANCEL);
  await vi.waitFor(() => expect(counts.begun).toBe(maxPerConnection + 1), 20_000);
});

test('a connection without a call is closed after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const { port } = await start({});
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  open.defer(() => session.destroy());
  let isClosed = false;
  session.once('close', () => {
    isClosed = true;
  });
  await once(session, 'remoteSettings');
  vi.advanceTimersByTime(299_000);
  const ping = Promise.withResolvers<void>();
  session.ping(() => ping.resolve());
  await ping.promise;
  expect(isClosed).toBe(false);
  vi.advanceTimersByTime(2_000);
  await once(session, 'close');
});

import type { IncomingMessage } from 'node:http';
import { type Clock, OperationError } from '@agent-mem/contract';
import { WebSocket } from 'ws';
import type { Tls } from '../../access/tls.ts';
import type { Token } from '../../access/token.ts';
import { refusal, unreachable } from '../refusal.ts';
import { authorization, renewalMs } from './token.ts';

export interface Broker {
  /** `ws://host:port` or `wss://host:port` */
  readonly url: string;
  readonly clock: Clock;
  readonly token?: Token | undefined;
  /** Asked for each connection. */
  readonly tls: () => Tls;
  /** How long a connection may take to open, in milliseconds. Default 20,000. */
  readonly handshakeTimeoutMs?: number;
}

export interface Connection {
  readonly socket: WebSocket;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** Milliseconds until it should be opened again with a fresh token. */
  readonly renewAfterMs: number | null;
}

/** The broker closes sessions that are idle for five minutes. */
const pingEveryMs = 30_000;
const defaultHandshakeTimeoutMs = 20_000;
const closeTimeoutMs = 5_000;
const longestReason = 8_192;

/** Takes what the broker sends. The first messages may come before `connect` resolves. */
export type Hear = (text: string, socket: WebSocket) => void;

/** Opens one WebSocket. Rejects with an `OperationError` that names what was wanted; aborting ends it before it is open. */
export async function connect(broker: Broker, url: string, what: string, hear: Hear, signal?: AbortSignal): Promise<Connection> {
  const headers = await authorization(broker.token);
  const { handshakeTimeoutMs: handshakeTimeout = defaultHandshakeTimeoutMs, tls } = broker;
  const socket = new WebSocket(url, { headers, handshakeTimeout, perMessageDeflate: false, ...tls() });
  socket.on('message', (data) => hear(String(data), socket));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const opened = Promise.withResolvers<void>();
  socket.once('open', () => opened.resolve());
  socket.once('error', (cause) => opened.reject(unreachable(what, cause)));
  socket.once('unexpected-response', (request, response: IncomingMessage) => {
    const read = textOf(response).then((body) => {
      opened.reject(refusal(response.statusCode ?? 500, body, what));
      request.destroy();
    });
    read.catch(opened.reject);
  });
  // Errors of an open socket are followed by its close, which is what counts.
  socket.on('error', () => {});
  const abandon = () => socket.terminate();
  signal?.addEventListener('abort', abandon, { once: true });
  await opened.promise.finally(() => signal?.removeEventListener('abort', abandon));
  void keepAlive(socket, broker.clock);
  return { socket, ended, renewAfterMs: renewalMs(broker.token, headers.authorization, broker.clock.now()) };
}

/** Resolves when the socket has closed. What was sent before has been read by the broker, unless it does not answer. */
export async function close(socket: WebSocket, clock: Clock): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  const over = new AbortController();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.close(1000);
  clock.sleep(closeTimeoutMs, over.signal).then(
    () => socket.terminate(),
    () => {},
  );
  await closed;
  over.abort();
}

/** Rejects when the broker does not answer a ping. */
async function ping(socket: WebSocket, clock: Clock, timeoutMs: number): Promise<void> {
  const over = new AbortController();
  const answered = Promise.withResolvers<void>();
  socket.once('pong', () => answered.resolve());
  clock.sleep(timeoutMs, over.signal).then(
    () => answered.reject(new OperationError('unavailable', 'Pulsar does not answer')),
    () => {},
  );
  socket.ping();
  await answered.promise.finally(() => over.abort());
}

/** Pings until the socket closes, and ends a connection that has gone silent. */
async function keepAlive(socket: WebSocket, clock: Clock): Promise<void> {
  const closed = new AbortController();
  if (socket.readyState === WebSocket.CLOSED) return;
  socket.once('close', () => closed.abort());
  try {
    for (;;) {
      await clock.sleep(pingEveryMs, closed.signal);
      await ping(socket, clock, pingEveryMs);
    }
  } catch {
    if (!closed.signal.aborted) socket.terminate();
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) if (text.length < longestReason) text += chunk;
  } catch {
    // What came of it tells enough.
  }
  return text;
}

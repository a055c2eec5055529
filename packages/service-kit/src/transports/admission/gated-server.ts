import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { OperationError } from '@agent-mem/contract';
import type { Certificate } from '../certificate.ts';
import { problemOf, problemType } from '../errors/problem.ts';
import { retryAfterSeconds } from '../errors/retry-after.ts';
import { exchangesOf, isBusy, noteExchange } from '../exchanges.ts';
import { type Admission, arrivalTimes, maxPerConnection } from './admission.ts';
import { noteArrival } from './arrival.ts';
import { busy, countConnections, tooManyConnections } from './open-connections.ts';

/** Longest that a client takes to agree on TLS, in milliseconds. */
const handshakeMs = 10_000;
/** How long a connection stays open without a request, in milliseconds. */
const idleMs = 72_000;
/** A connection that was refused is read again after this time, in milliseconds: who asks again at once waits, and takes no time from others. */
const restMs = 1_000;

/**
 * An HTTP server that refuses what is too much before anything of it is read: by 503 and Retry-After, at once. Health is always answered. Half-sent requests are
 * refused with 408 and their connections closed.
 */
export function createGatedServer(
  answer: RequestListener,
  { admission, certificate }: { readonly admission: Admission; readonly certificate: Certificate | null },
): Server {
  const { headMs, wholeMs, lookMs } = admission.times ?? arrivalTimes;
  const options = {
    headersTimeout: headMs,
    requestTimeout: wholeMs,
    connectionsCheckingInterval: lookMs,
    keepAliveTimeout: idleMs,
  };
  const gated = gate(answer, admission);
  const server = certificate
    ? createTlsServer({ ...options, ...certificate.current, handshakeTimeout: handshakeMs }, gated.listener)
    : createServer(options, gated.listener);
  // Those that have not agreed on TLS are counted here alone.
  if (Number.isFinite(admission.maxConnections)) server.maxConnections = 2 * admission.maxConnections;
  server.on(certificate ? 'secureConnection' : 'connection', gated.connected);
  return server;
}

/** Whether a request asks for health, by its URL: such a request is answered at every port, and however much there is to do. */
export function asksForHealth(url: string): boolean {
  return /^\/health(?:[/?]|$)/.test(url);
}

function gate(answer: RequestListener, { maxConnections, checkRoom, connected }: Admission) {
  const open = countConnections(maxConnections, isBusy);
  /** Connections that are too many. */
  const excess = new WeakSet<Socket>();

  function refusalOf({ socket }: IncomingMessage): OperationError | null {
    if (excess.has(socket)) return tooManyConnections(maxConnections);
    if (exchangesOf(socket).size >= maxPerConnection)
      return busy(`This connection has ${maxPerConnection} requests that wait for their answers, and no more are taken`);
    try {
      checkRoom();
      return null;
    } catch (error) {
      return OperationError.from(error);
    }
  }

  return {
    connected(socket: Socket) {
      connected();
      if (open.isExcess(socket)) excess.add(socket);
    },
    listener(request: IncomingMessage, response: ServerResponse) {
      noteArrival(request);
      const { socket } = request;
      if (excess.has(socket)) response.shouldKeepAlive = false;
      const refusal = asksForHealth(request.url ?? '') ? null : refusalOf(request);
      noteExchange({ request, response });
      open.used(socket);
      response.once('close', () => {
        open.used(socket);
        if (response.hasHeader('retry-after')) rest(socket);
      });
      if (refusal) refuse(response, refusal);
      else answer(request, response);
    },
  };
}

function refuse(response: ServerResponse, error: OperationError): void {
  const body = JSON.stringify(problemOf(error, 503));
  const headers = { 'content-type': problemType, 'content-length': Buffer.byteLength(body) };
  response.writeHead(503, {
    ...headers,
    'retry-after': String(retryAfterSeconds(error) ?? 1),
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

function rest(socket: Socket): void {
  if (socket.destroyed || socket.isPaused()) return;
  socket.pause();
  setTimeout(() => socket.resume(), restMs).unref();
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { exchangesOf, isBusy } from './exchanges.ts';

/** The connections of an HTTP server. */
export interface HttpConnections {
  /**
   * From now on a connection lives only while a request is being answered on it. Those that are idle, and those whose request has not
   * arrived whole, are destroyed at once: a client that stopped in the middle of it would hold up the stop.
   */
  cutUnanswered(): void;
}

/** Watches the connections of a gated server that does not listen yet. */
export function watchConnections(server: Server): HttpConnections {
  const connections = new Set<Socket>();
  let isCutting = false;

  /** Cuts it now, or when its last answer is over. */
  function cut(socket: Socket): void {
    announceClose(socket);
    for (const { response } of exchangesOf(socket)) response.once('close', () => cutUnlessBusy(socket));
    cutUnlessBusy(socket);
  }

  // By TLS a request comes on the socket that deciphers, not on the one below.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (isCutting) cut(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!isCutting) return;
    announceClose(socket);
    response.once('close', () => cutUnlessBusy(socket));
  });

  return {
    cutUnanswered() {
      isCutting = true;
      for (const socket of connections) cut(socket);
    },
  };
}

function cutUnlessBusy(socket: Socket): void {
  if (!isBusy(socket)) socket.destroySoon();
}

/** The last answer of a connection says `Connection: close`: a client that asks again is to use another. */
function announceClose(socket: Socket): void {
  const responses = [...exchangesOf(socket)].map(({ response }) => response);
  for (const response of responses) {
    if (!response.headersSent) response.shouldKeepAlive = response !== responses.at(-1);
  }
}

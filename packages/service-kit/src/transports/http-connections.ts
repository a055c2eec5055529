import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** The connections of an HTTP server. */
export interface HttpConnections {
  /**
   * From now on a connection lives only while a request is being answered on it. Those that are idle, and those whose request has not
   * arrived whole, are destroyed at once: a client that stopped in the middle of it would hold up the stop.
   */
  cutUnanswered(): void;
}

/** A request that has come, and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Watches the connections of a server that does not listen yet. */
export function watchConnections(server: Server): HttpConnections {
  const connections = new Map<Socket, Set<Exchange>>();
  let isCutting = false;

  function cutIfUnanswered(socket: Socket): void {
    const exchanges = connections.get(socket);
    if (!exchanges || ![...exchanges].some(isBeingAnswered)) socket.destroySoon();
  }

  // By TLS a request comes on the socket that deciphers, not on the one below.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
    if (isCutting) cutIfUnanswered(socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const exchange = { request, response };
    connections.get(socket)?.add(exchange);
    if (isCutting) announceClose(connections.get(socket) ?? []);
    response.once('close', () => {
      connections.get(socket)?.delete(exchange);
      if (isCutting) cutIfUnanswered(socket);
    });
  });

  return {
    cutUnanswered() {
      isCutting = true;
      for (const [socket, exchanges] of connections) {
        announceClose(exchanges);
        cutIfUnanswered(socket);
      }
    },
  };
}

/** The last answer of a connection says `Connection: close`: a client that asks again is to use another. */
function announceClose(exchanges: Iterable<Exchange>): void {
  const responses = [...exchanges].map(({ response }) => response);
  for (const response of responses) {
    if (!response.headersSent) response.shouldKeepAlive = response !== responses.at(-1);
  }
}

/** Whether there is an answer to wait for. It may begin before its request has arrived whole: a refusal does, and what streams both ways. */
export function isBeingAnswered({ request, response }: Exchange): boolean {
  return request.complete || response.headersSent;
}

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A connection as the toy sees it. */
export interface Visit {
  readonly socket: WebSocket;
  readonly path: string;
  readonly authorization: string | undefined;
  /** Frames that came, parsed. */
  readonly frames: Record<string, unknown>[];
}

/** Speaks the frames of Pulsar's WebSocket API, for what a real broker cannot be made to do when a test wants it. */
export interface ToyBroker extends AsyncDisposable {
  readonly url: string;
  readonly visits: Visit[];
}

/** `greet` is called as each connection opens, before its first frame. Port 0: any. */
export async function startToyBroker(greet: (visit: Visit) => void, port = 0): Promise<ToyBroker> {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await once(server, 'listening');
  const visits: Visit[] = [];
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const frames: Record<string, unknown>[] = [];
    const visit = { socket, path: request.url ?? '', authorization: request.headers.authorization, frames };
    visits.push(visit);
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    greet(visit);
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits,
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

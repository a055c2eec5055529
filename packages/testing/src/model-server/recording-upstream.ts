import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached the upstream. */
export interface UpstreamRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A model server that a test scripts, on a free port of 127.0.0.1. */
export interface RecordingUpstream extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** In the order in which they came. */
  readonly requests: readonly UpstreamRequest[];
  /** Connections that are open. */
  readonly connections: number;
}

/** Starts one that answers each request by this function. */
export async function startRecordingUpstream(
  answer: (request: UpstreamRequest, response: ServerResponse) => void | Promise<void>,
): Promise<RecordingUpstream> {
  const requests: UpstreamRequest[] = [];
  let connections = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: Buffer.concat(chunks) };
    requests.push(request);
    await answer(request, response);
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with one request: nothing; its answer is lost after its effect; something before the fleet is down; it breaks after so many events. */
export type Fault = 'none' | 'lose-answer' | 'bad-gateway' | { readonly afterEvents: number };

/** Stands before a fleet and has connections break. */
export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** The requests that came, oldest first. */
  readonly requests: readonly ProxiedRequest[];
}

/** A request that came to the proxy. */
export interface ProxiedRequest {
  readonly path: string;
  readonly key: string;
  readonly authorization: string | undefined;
  /** Events of its answer that have come from the fleet. */
  events: number;
}

/** Has one fault for each request of the paths that are not `cancel`, in order; further ones have none. */
export async function faultyProxy(fleetUrl: string, faults: readonly Fault[]): Promise<FaultyProxy> {
  const requests: ProxiedRequest[] = [];
  const left = [...faults];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    const seen = { path: url, key: String(headers['idempotency-key']), authorization: headers.authorization, events: 0 };
    requests.push(seen);
    const fault = left.shift() ?? 'none';
    if (fault === 'bad-gateway') {
      request.resume();
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    const { host: _, ...others } = headers;
    const options = { method: request.method ?? 'POST', headers: others };
    request.pipe(forward(fleetUrl + url, options, (answer) => passOn(answer, response, fault, seen)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passOn(answer: IncomingMessage, response: ServerResponse, fault: Fault, seen: ProxiedRequest): void {
  if (fault === 'lose-answer') {
    answer.resume().on('end', () => response.destroy());
    return;
  }
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on('data', (chunk: Buffer) => {
    const most = typeof fault === 'object' ? fault.afterEvents : Number.POSITIVE_INFINITY;
    if (seen.events >= most) return;
    // A chunk of the fleet has whole events.
    seen.events += chunk.toString().split('\ndata: ').length - 1;
    response.write(chunk, () => seen.events >= most && response.destroy());
  });
  answer.on('end', () => response.end());
}

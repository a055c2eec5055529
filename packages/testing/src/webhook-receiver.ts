import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '@agent-mem/contract';

/** One POST that came. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly body: string;
  readonly event: Event;
}

/** What a receiver answers. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A receiver of webhooks on a port of its own. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
}

/** Starts one; it answers each request as it says, by default 204. */
export async function startWebhookReceiver(
  answer: (received: ReceivedWebhook, count: number) => WebhookAnswer | Promise<WebhookAnswer> = () => ({ status: 204 }),
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const one = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) as Event };
    received.push(one);
    const { status, headers } = await answer(one, received.length);
    response.writeHead(status, { ...headers }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

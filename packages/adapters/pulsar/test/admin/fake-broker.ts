import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | null;
}

export interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeBroker extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
}

/** Answers by a script, for what a broker does rarely. Without an answer it stays silent. */
export async function startFakeBroker(answer: (asked: Asked) => Answer | null): Promise<FakeBroker> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const one: Asked = {
      method: request.method ?? '',
      path: (request.url ?? '').replace('/admin/v2', ''),
      body: text === '' ? null : JSON.parse(text),
      authorization: request.headers.authorization ?? null,
    };
    asked.push(one);
    const given = answer(one);
    if (given) response.writeHead(given.status, given.headers).end(given.body ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

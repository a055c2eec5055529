import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool, ToolSource } from '@agent-mem/agent-loop';
import { expect, test } from 'vitest';
import type { OpenApiSettings } from '../src/settings/index.ts';
import { called, opened } from './tool-call.ts';

const signal = new AbortController().signal;
const text = { type: 'string' };
const document = {
  openapi: '3.0.3',
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getOrder',
        summary: 'One order',
        parameters: [{ name: 'fields', in: 'query', schema: { type: 'array', items: text } }],
      },
      put: {
        operationId: 'putOrder',
        parameters: [{ $ref: '#/components/parameters/Trace' }],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
      },
    },
    '/orders': { post: { operationId: 'addOrder' } },
    '/away': { get: { operationId: 'away' } },
    '/near': { get: { operationId: 'near' } },
    '/endless': { get: { operationId: 'endless' } },
    '/missing': { get: { operationId: 'missing' } },
    '/echo': { get: { operationId: 'echo' } },
    '/upload': { post: { operationId: 'upload', requestBody: { content: { 'image/png': {} } } } },
    '/bad': { get: { operationId: 'bad', parameters: [{ name: 'a', in: 'query', schema: { type: 'string', pattern: '(' } }] } },
  },
  components: {
    parameters: { Trace: { name: 'X-Trace', in: 'header', schema: text } },
    schemas: {
      Order: {
        type: 'object',
        required: ['item'],
        properties: {
          item: text,
          count: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          note: { type: 'string', nullable: true },
          part: { $ref: '#/components/schemas/Order' },
        },
      },
    },
  },
};

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server of orders, and its tools. */
async function startOrders(settings: Partial<OpenApiSettings> = {}) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    asked.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    if (url.startsWith('/v1/away')) return response.writeHead(302, { location: `http://localhost:${port}/v1/echo` }).end();
    if (url.startsWith('/v1/near')) return response.writeHead(302, { location: '/v1/echo' }).end();
    if (url.startsWith('/v1/missing')) return response.writeHead(404).end('no such thing');
    if (url.startsWith('/v1/echo')) return response.end(`you sent ${JSON.stringify([headers.authorization, url])}`);
    if (url.startsWith('/v1/endless')) {
      const more = () => response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more));
      return void more();
    }
    return response.setHeader('content-type', 'application/json').end('{"item":"boat"}');
  };
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  await writeFile(
    join(folder, 'orders.json'),
    JSON.stringify({ ...document, servers: [{ url: `http://127.0.0.1:${port}/v1` }] }),
  );
  const secret = { headers: { Authorization: { secret: 'AUTH' } }, query: { api_key: { secret: 'KEY' } } };
  const openapi = { orders: { document: 'orders.json', ...secret, ...settings } };
  const tools = opened({ openapi }, { folder, environment: { AUTH: 'Bearer of-the-orders', KEY: 'key/of=orders' } });
  const all = await (tools.origins[0] as ToolSource).available(signal);
  return {
    asked,
    all,
    lines: tools.lines,
    tool: (name: string): Tool => all.find((each) => each.name === `orders__${name}`) ?? expect.fail(`no ${name}`),
    async [Symbol.asyncDispose]() {
      await tools[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('an operation is asked with its parameters, its body and the secrets of its interface', async () => {
  await using orders = await startOrders();
  expect(await called(orders.tool('getOrder'), { id: 'a/b ?', fields: ['x', 'y'] })).toMatchObject({
    text: '{"item":"boat"}',
    failure: null,
  });
  const body = { item: 'boat', count: 2, note: null };
  await called(orders.tool('putOrder'), { id: '7', 'X-Trace': 't', body });
  expect(orders.asked).toMatchObject([
    {
      method: 'GET',
      url: '/v1/orders/a%2Fb%20%3F?fields=x&fields=y&api_key=key%2Fof%3Dorders',
      headers: { authorization: 'Bearer of-the-orders' },
    },
    { method: 'PUT', headers: { 'x-trace': 't', 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ]);
});

test('tools have the schema, the arguments and the hints of their operations; what cannot be asked is left out by name', async () => {
  await using orders = await startOrders({ tools: { addOrder: { approval: true } } });
  const { schema } = orders.tool('putOrder');
  expect(schema).toMatchObject({ required: ['id', 'body'], properties: { body: { $ref: '#/$defs/components_schemas_Order' } } });
  const hints = ['getOrder', 'putOrder', 'addOrder'].map((name) => [
    orders.tool(name).isIdempotent,
    orders.tool(name).needsApproval,
  ]);
  expect(hints).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
  expect(orders.lines.join()).toMatch(/upload: takes no JSON.*bad: its schema cannot be read/);
});

test.each(['..', '.', ''])('a value that would climb out of its place in the path is refused: %j', async (id) => {
  await using orders = await startOrders();
  expect((await called(orders.tool('getOrder'), { id })).failure).toBe('the argument "id" must not be empty, "." or ".."');
  expect(orders.asked).toEqual([]);
});

test('a redirect to another host is not followed, one to the same is', async () => {
  await using orders = await startOrders();
  expect((await called(orders.tool('away'))).failure).toBe('The server redirects to another host, which is not asked');
  expect(orders.asked).toHaveLength(1);
  expect((await called(orders.tool('near'))).text).toContain('you sent');
});

test('a failure shows what the server says, and its status', async () => {
  await using orders = await startOrders();
  expect(await called(orders.tool('missing'))).toMatchObject({
    text: 'no such thing',
    failure: 'The server answered with status 404',
  });
});

test('of an answer without an end as much is read as is allowed', async () => {
  await using orders = await startOrders({ max_bytes: 100_000 });
  expect(await called(orders.tool('endless'))).toMatchObject({
    bytes: 100_000,
    failure: expect.stringContaining('longer than 100000 bytes'),
  });
});

test('secrets that the server sends back are taken out', async () => {
  await using orders = await startOrders();
  expect((await called(orders.tool('echo'))).text).toBe('you sent ["***","/v1/echo?api_key=***"]');
  expect(orders.lines.join()).not.toContain('of-the-orders');
});

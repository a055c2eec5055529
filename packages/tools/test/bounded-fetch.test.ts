import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { boundedFetch } from '../src/mcp/bounded-fetch.ts';

const nodes = getGlobalDispatcher();
afterEach(() => setGlobalDispatcher(nodes));

test('the answer to a call of an MCP server is waited for longer than Node would', async () => {
  const asked: ServerResponse[] = [];
  await using server = createServer((_, response) => void asked.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  setGlobalDispatcher(new Agent({ headersTimeout: 50 }));
  const ask = boundedFetch(1_000, () => undefined);
  const called = ask(url, { method: 'POST', body: '{}' });
  await expect.poll(() => asked).toHaveLength(1);
  // Begun later, it gives up first.
  await expect(ask(url)).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
  asked[0]?.end('done');
  expect(await (await called).text()).toBe('done');
  server.closeAllConnections();
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { patientFetch, postJson } from '../src/index.ts';

const nodes = getGlobalDispatcher();
afterEach(() => setGlobalDispatcher(nodes));

const ways: readonly (readonly [string, (url: string, signal: AbortSignal) => Promise<Response>])[] = [
  ['patientFetch', (url, signal) => patientFetch(url, { method: 'POST', body: '{}', signal })],
  ['postJson', (url, signal) => postJson(url, '{}', { what: 'It', headers: {}, timeoutMs: 3_600_000, signal })],
];

test.each(ways)(
  '%s waits longer than Node would, before the answer and between its pieces, until the signal ends it',
  async (_, ask) => {
    const asked: ServerResponse[] = [];
    await using server = createServer((_, response) => void asked.push(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    setGlobalDispatcher(new Agent({ headersTimeout: 50, bodyTimeout: 50 }));
    const given = async (work: Promise<unknown>) =>
      (await work.catch((error: Error) => error.cause)) as { readonly code: string };

    const waiting = ask(url, new AbortController().signal);
    await expect.poll(() => asked).toHaveLength(1);
    // Begun later, it gives up first.
    expect(await given(fetch(url))).toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
    asked[0]?.writeHead(200).write('first, ');
    const answer = await waiting;

    const other = fetch(url);
    await expect.poll(() => asked).toHaveLength(3);
    asked[2]?.writeHead(200).write('first');
    expect(await given((await other).text())).toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
    asked[0]?.end('last');
    expect(await answer.text()).toBe('first, last');

    const left = new AbortController();
    const ended = ask(url, left.signal);
    left.abort(new Error('No more'));
    await expect(ended).rejects.toThrow();
    server.closeAllConnections();
  },
);

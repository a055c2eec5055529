import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { chatEvents, eventText, modelAnswer, sendJson, startEvents } from '@agent-mem/testing';
import { recordedLog } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { chatBody, openProxy, user } from './open-proxy.ts';

const path = '/v1/chat/completions';
const headers = { 'x-agent-mem-conversation': 'c1' };
const body = chatBody([user('My tea is sencha.')]);
const streaming = chatBody([user('My tea is sencha.')], { stream: true });

it.each([
  ['fails', ['gateway'], '60000'],
  ['is later than its deadline', [], '200'],
])('where memory %s, the request goes on as it came', async (_, services, deadline) => {
  const environment = { MEMORY_DEADLINE_MS: deadline };
  const { log, lines } = recordedLog();
  await using proxy = await openProxy(modelAnswer('Hello.'), { services, environment, log });
  await using _slow = services.length === 0 ? slowKeyValue(proxy.fleet.ports) : null;
  const answer = await proxy.ask(path, body, headers);
  expect([answer.status, answer.headers.get('x-agent-mem')]).toEqual([200, 'unavailable']);
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Hello.' } }] });
  expect(proxy.upstream.requests.map((asked) => asked.body.toString())).toEqual([body]);
  const figures = await (await fetch(`${proxy.fleet.httpUrl}/metrics`)).text();
  expect(figures).toContain('agentmem_proxy_requests_total{service="gateway",memory="unavailable"} 1');
  await (await proxy.ask(path, body, headers)).text();
  expect(lines.filter(({ msg }) => msg === 'requests are passed on without memory')).toHaveLength(1);
});

it('x-agent-mem: off has one request go on as it came, and nothing of it is stored', async () => {
  await using proxy = await openProxy(modelAnswer('Hello.'));
  const answer = await proxy.ask(path, body, { ...headers, 'x-agent-mem': 'off' });
  await answer.text();
  await (await proxy.ask(path, chatBody([user('Second')]), headers)).text();
  expect(await proxy.stored('c1')).toHaveLength(2);
  expect((await proxy.stored('c1'))[0]?.content).toBe('Second');
  expect(answer.headers.get('x-agent-mem')).toBe('off');
  expect(proxy.upstream.requests[0]?.body.toString()).toBe(body);
});

it('what is no request of the wire is left to the upstream to refuse', async () => {
  await using proxy = await openProxy((_, response) => sendJson(response, { error: { message: 'no' } }, 400));
  for (const odd of ['{"messages":', '[]', '{"messages":[{"role":"user","content":7}]}', `{"a":${'['.repeat(100_000)}`]) {
    const answer = await proxy.ask(path, odd);
    expect([answer.status, await answer.json()]).toEqual([400, { error: { message: 'no' } }]);
    expect(proxy.upstream.requests.at(-1)?.body.toString()).toBe(odd);
  }
});

it("an upstream's refusal is passed on with its body and retry-after, and a repeat is stored once", async () => {
  let count = 0;
  await using proxy = await openProxy((asked, response) => {
    count += 1;
    if (count > 1) return modelAnswer('Hello.')(asked, response);
    response.setHeader('retry-after', '1');
    sendJson(response, { error: { message: 'slow down', type: 'rate_limit_exceeded' } }, 429);
  });
  const refused = await proxy.ask(path, streaming, headers);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toEqual({ error: { message: 'slow down', type: 'rate_limit_exceeded' } });
  await (await proxy.ask(path, streaming, headers)).text();
  await expect.poll(() => proxy.stored('c1')).toHaveLength(2);
  await (await proxy.ask(path, streaming, headers)).text();
  await proxy.fleet.settled();
  expect((await proxy.stored('c1')).map(({ content }) => content)).toEqual(['My tea is sencha.', 'Hello.']);
});

it.each([
  ['of a conversation', headers],
  ['without memory', { ...headers, 'x-agent-mem': 'off' }],
])('where the upstream breaks off before a byte of its reply %s has gone on, its client may ask again', async (_, asked) => {
  let breaks = true;
  await using proxy = await openProxy((request, response) => {
    if (!breaks) return modelAnswer('Hello.')(request, response);
    breaks = false;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
    response.flushHeaders();
    if (asked !== headers) return void setImmediate(() => response.destroy());
    response.write('{"choices":[', () => response.destroy());
  });
  const broken = await proxy.ask(path, body, asked);
  const message = `${proxy.upstream.url} broke off in the middle of its reply`;
  expect([broken.status, await broken.json()]).toMatchObject([503, { error: { message, retryable: true } }]);
  const answer = await proxy.ask(path, body, asked);
  expect([answer.status, await answer.json()]).toMatchObject([200, { choices: [{ message: { content: 'Hello.' } }] }]);
  const texts = (await proxy.stored('c1')).map(({ content }) => content);
  expect(texts).toEqual(asked === headers ? ['My tea is sencha.', 'Hello.'] : []);
});

it('a stream that the upstream breaks off ends by an error, and what came is stored as a part only', async () => {
  let breaks = true;
  await using proxy = await openProxy((asked, response) => {
    if (!breaks) return modelAnswer('Hello there.')(asked, response);
    breaks = false;
    startEvents(response);
    for (const piece of chatEvents('Hello there.').slice(0, 2)) response.write(eventText(piece));
    response.write('', () => response.destroy());
  });
  const answer = await proxy.ask(path, streaming, headers);
  await expect(answer.text()).rejects.toThrow();
  expect((await proxy.stored('c1'))[1]).toMatchObject({
    content: 'Hello \n[interrupted]',
    metadata: { interrupted: 'true' },
  });
  await (await proxy.ask(path, streaming, headers)).text();
  expect(await proxy.stored('c1')).toHaveLength(3);
  expect((await proxy.stored('c1')).map(({ content }) => content)).toEqual([
    'My tea is sencha.',
    'Hello \n[interrupted]',
    'Hello there.',
  ]);
});

it('a stream that says after its reason to end that it failed is stored as a part', async () => {
  await using proxy = await openProxy((_, response) => {
    startEvents(response);
    const events = [...chatEvents('Hello there.').slice(0, -1), [null, { error: { message: 'no' } }] as const];
    // The upstream leaves its connection open.
    response.write(events.map(eventText).join(''));
  });
  let text = '';
  for await (const chunk of (await proxy.ask(path, streaming, headers)).body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('{"error":{"message":"no"}}')) break;
  }
  expect((await proxy.stored('c1'))[1]).toMatchObject({ content: 'Hello there.\n[interrupted]' });
});

it('a client that leaves after the last event has its answer stored as whole; one that leaves before, as a part', async () => {
  await using proxy = await openProxy((_, response) => {
    startEvents(response);
    for (const piece of chatEvents('Hello there.')) response.write(eventText(piece));
  });
  for (const [conversation, until] of [
    ['c1', '[DONE]'],
    ['c2', 'Hello'],
  ] as const) {
    const asking = request(`${proxy.fleet.httpUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-agent-mem-conversation': conversation },
    });
    asking.end(streaming);
    const [answer] = await once(asking, 'response');
    let text = '';
    for await (const chunk of answer) {
      text += chunk;
      if (text.includes(until)) break;
    }
    asking.destroy();
    await expect.poll(() => proxy.stored(conversation)).toHaveLength(2);
  }
  expect((await proxy.stored('c1'))[1]).toMatchObject({ content: 'Hello there.' });
  await expect.poll(() => proxy.upstream.connections).toBe(0);
});

it('a server that does not answer is named, and so are the variables where none is configured', async () => {
  await using proxy = await openProxy(modelAnswer('Hello.'), { environment: { UPSTREAMS: 'm=http://127.0.0.1:1' } });
  const away = await proxy.ask(path, body);
  const refusal = { type: 'unavailable', message: 'http://127.0.0.1:1 does not answer: ECONNREFUSED', retryable: true };
  expect([away.status, await away.json()]).toMatchObject([503, { error: refusal }]);
  const none = await proxy.ask(path, body.replace('"m"', '"other"'));
  const message = 'No server is configured for the model "other": set LLM_URL, or UPSTREAMS';
  expect([none.status, await none.json()]).toMatchObject([400, { error: { message } }]);
});

it('a status that HTTP does not have is a 502, which names it', async () => {
  await using proxy = await openProxy((_, response) => sendJson(response, {}, 999));
  const answer = await proxy.ask(path, body);
  const message = `${proxy.upstream.url} answers with the status 999, which HTTP does not have`;
  expect([answer.status, await answer.json()]).toMatchObject([502, { error: { message } }]);
});

it('a reply that is compressed in spite of the request goes on as it is, and the log says once that it is not remembered', async () => {
  const { log, lines } = recordedLog();
  const respond = (_: unknown, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('{"choices":[]}'));
  await using proxy = await openProxy((asked, response) => void respond(asked, response), { log });
  for (const conversation of ['c1', 'c2'])
    expect(await (await proxy.ask(path, body, { 'x-agent-mem-conversation': conversation })).json()).toEqual({ choices: [] });
  expect(await proxy.stored('c2')).toHaveLength(1);
  expect(lines.filter(({ encoding }) => encoding === 'gzip')).toEqual([expect.objectContaining({ origin: proxy.upstream.url })]);
});

/** Has the store of blocks wait until it is disposed. */
function slowKeyValue(ports: { readonly keyValue: { get: unknown } }): AsyncDisposable {
  const { keyValue } = ports as { keyValue: { get(...words: readonly unknown[]): Promise<unknown> } };
  const { get } = keyValue;
  const gate = Promise.withResolvers<void>();
  keyValue.get = async (...words) => {
    await gate.promise;
    return get.apply(keyValue, [...words]);
  };
  return {
    async [Symbol.asyncDispose]() {
      keyValue.get = get;
      gate.resolve();
    },
  };
}

it.each([
  ['/v1/v1/messages', '/v1/messages', 'without'],
  ['/chat/completions', '/v1/chat/completions', 'with'],
])('a base URL that leads to %s is answered which one is meant', async (wrong, meant, which) => {
  await using proxy = await openProxy(modelAnswer('Hello.'));
  const answer = await proxy.ask(wrong, body);
  const cure = `did you mean ${meant}? Then the base URL of your program is that of the fleet ${which} /v1`;
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { message: expect.stringContaining(cure) } }]);
});

it('a key in a path that leads to no route is not repeated', async () => {
  await using proxy = await openProxy(modelAnswer('Hello.'));
  const unknown = await proxy.ask('/k/am_secret/v1/nothing', body);
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    expect.stringContaining('POST /k/<key>/v1/nothing: there is no such route'),
  ]);
});

import { createKeyStore, type OwnLimits } from '@agent-mem/access';
import type { Permission } from '@agent-mem/contract';
import {
  chatEvents,
  eventText,
  modelAnswer,
  startEvents,
  startFleet,
  startRecordingUpstream,
  type UpstreamRequest,
} from '@agent-mem/testing';
import { expect, it } from 'vitest';

const chat = '/v1/chat/completions';
const both: readonly Permission[] = ['read', 'write'];

/** A fleet that asks for keys, in front of this model server. */
async function start(answer: Parameters<typeof startRecordingUpstream>[0] = modelAnswer('Hello.'), environment = {}) {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await startRecordingUpstream(answer));
  const variables = { AUTH: 'required', AUDIT_LOG: 'off', UPSTREAMS: `*=${upstream.url}`, MEMORY_DEADLINE_MS: '60000' };
  const fleet = stack.use(await startFleet({ http: true, environment: { ...variables, ...environment } }));
  const running = stack.move();
  const ask = async (key: string, path = chat, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${fleet.httpUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-agent-mem-key': key, authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'My tea is sencha.' }], ...more }),
    });
  return {
    fleet,
    upstream,
    ask,
    async key(limits: OwnLimits = {}, permissions = both) {
      const { graph, clock } = fleet.ports;
      const grant = { permissions, workspaces: null, users: null, collections: null, name: 'test', expiresAt: null };
      return (await createKeyStore({ graph, clock }).create({ ...grant, limits })).text;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('a request counts once against its key, with all that memory does for it', async () => {
  await using proxy = await start();
  const key = await proxy.key({ requestsPerMinute: 3 });
  const headers = { 'x-agent-mem-conversation': 'c1' };
  for (const content of ['My tea is sencha.', 'My tea is gyokuro.']) {
    const answer = await proxy.ask(key, chat, { messages: [{ role: 'user', content }] }, headers);
    expect([answer.status, answer.headers.get('x-agent-mem')]).toEqual([200, expect.stringMatching(/recalled|nothing/)]);
    await answer.text();
  }
  const history = () => proxy.fleet.caller.call('conversations', 'history', { conversation_id: 'c1' });
  await expect.poll(async () => (await history()).messages).toHaveLength(4);
  expect((await proxy.ask(key, '/v1/embeddings')).status).toBe(200);
  const asked = proxy.upstream.requests.length;
  for (const [path, more] of [
    [chat, {}],
    ['/v1/embeddings', {}],
    ['/v1/messages', { 'x-agent-mem': 'off' }],
  ] as const)
    expect((await proxy.ask(key, path, {}, more)).status).toBe(429);
  expect((await fetch(`${proxy.fleet.httpUrl}/v1/models`, { headers: { 'x-agent-mem-key': key } })).status).toBe(429);
  expect(proxy.upstream.requests).toHaveLength(asked);
});

it('a turn is stored whose reply is longer than a request of its key may be, and which is more than one element', async () => {
  const reply = 'Sencha is a green tea of Japan. '.repeat(40);
  await using proxy = await start(modelAnswer(reply));
  const key = await proxy.key({ requestBytes: 400, batch: 1 });
  expect((await proxy.ask(key, chat, {}, { 'x-agent-mem-conversation': 'c1' })).status).toBe(200);
  const history = async () => (await proxy.fleet.caller.call('conversations', 'history', { conversation_id: 'c1' })).messages;
  await expect
    .poll(async () => (await history().catch(() => [])).map(({ content }) => content))
    .toEqual([expect.any(String), reply]);
  expect((await proxy.ask(key, chat, { user: 'x'.repeat(400) })).status).toBe(413);
});

it('what is over a limit is refused in the words of the wire, with the time to come again', async () => {
  await using proxy = await start();
  const key = await proxy.key({ requestsPerMinute: 1 });
  await (await proxy.ask(key)).text();
  const message = expect.stringMatching(/^requests_per_minute: this key has asked 1 time in this minute; ask again in \d+ s$/);
  for (const [path, body] of [
    [chat, { error: { type: 'resource-exhausted', message } }],
    ['/v1/responses', { error: { type: 'resource-exhausted', message } }],
    ['/v1/messages', { type: 'error', error: { type: 'rate_limit_error', message } }],
    ['/v1beta/models/m:generateContent', { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message } }],
  ] as const) {
    const refused = await proxy.ask(key, path);
    expect([refused.status, await refused.json()]).toMatchObject([429, body]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

it('a user has its limit too, by whichever name of the body or header', async () => {
  await using proxy = await start(modelAnswer('Hello.'), { SCOPE_REQUESTS_PER_MINUTE: '1' });
  const key = await proxy.key();
  expect((await proxy.ask(key, chat, { user: 'ann' })).status).toBe(200);
  expect((await proxy.ask(key, chat, {}, { 'x-user': 'ann' })).status).toBe(429);
  expect((await proxy.ask(key, chat, { user: 'bob' })).status).toBe(200);
});

it('a key has so many streams open, until they end or their client leaves', async () => {
  const end = Promise.withResolvers<void>();
  await using proxy = await start(async (asked: UpstreamRequest, response) => {
    if (!asked.body.includes('"stream":true')) return modelAnswer('Hello.')(asked, response);
    startEvents(response);
    const [first, ...others] = chatEvents('Hello there.').map(eventText);
    response.write(first);
    await end.promise;
    for (const piece of others) response.write(piece);
    response.end();
  });
  const key = await proxy.key({ streams: 2 });
  const open = () => proxy.ask(key, chat, { stream: true });
  const left = new AbortController();
  const first = await fetch(`${proxy.fleet.httpUrl}${chat}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-agent-mem-key': key },
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
    signal: left.signal,
  });
  const second = await open();
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '1',
    { error: { message: expect.stringMatching(/^streams: this key has 2 open, and may have 2/) } },
  ]);
  expect((await proxy.ask(key)).status).toBe(200);
  left.abort();
  await expect.poll(async () => (await open()).status).toBe(200);
  end.resolve();
  await second.text();
  await expect.poll(async () => (await open()).status).toBe(200);
});

it('asks for a key that may read, and for memory of a turn one that may write', async () => {
  await using proxy = await start();
  const feedback = await proxy.key({}, ['feedback']);
  for (const [path, headers] of [
    [chat, {}],
    [chat, { 'x-agent-mem': 'off' }],
    ['/v1/embeddings', {}],
  ] as const) {
    const refused = await proxy.ask(feedback, path, {}, headers);
    const message = `POST ${path} needs the permission read; this credential has feedback`;
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { type: 'permission-denied', message } }]);
  }
  expect(proxy.upstream.requests).toEqual([]);
  expect((await proxy.ask(await proxy.key({}, ['read']))).status).toBe(200);
});

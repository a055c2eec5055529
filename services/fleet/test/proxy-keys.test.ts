import { PassThrough } from 'node:stream';
import { createLogger } from '@agent-mem/runtime';
import { type RecordingUpstream, startRecordingUpstream, type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from '../src/command-line/command-line.ts';
import { type Fleet, openFleet } from '../src/fleet.ts';

let data: TemporaryDirectory;
let upstream: RecordingUpstream;
let fleet: Fleet;
let log: string;
/** The upstream replies when this has resolved. */
let mayReply: Promise<void>;

const environment = () => ({
  DATA_DIR: data.path,
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  ADMIN_PORT: '0',
  AUTH: 'required',
  UPSTREAMS: `*=${upstream.url}`,
  MEMORY_DEADLINE_MS: '60000',
});

beforeEach(async () => {
  data = await temporaryDirectory();
  mayReply = Promise.resolve();
  upstream = await startRecordingUpstream(async (_, response) => {
    await mayReply;
    const message = { role: 'assistant', content: 'Hello.' };
    const reply = { id: '1', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  log = '';
  const destination = {
    write(line: string) {
      log += line;
    },
  };
  fleet = await openFleet({
    services: [],
    environment: environment(),
    log: createLogger({ level: 'debug', destination }),
  });
});
afterEach(async () => {
  await fleet[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

/** Runs a command on keys; answers the last line that it prints. */
async function keys(...words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  await run(['keys', ...words], {
    environment: { ...environment(), LOG_LEVEL: 'error' },
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void printed.push(line),
    complain: () => undefined,
    untilStopped: () => new Promise<void>(() => {}),
  });
  return printed.at(-1) ?? '';
}

const newKey = (...flags: readonly string[]) => keys('create', '--name', 'test', ...flags);

function ask(path: string, headers: Readonly<Record<string, string>> = {}, more: object = {}): Promise<Response> {
  return fetch(`${fleet.httpUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-of-the-upstream', ...headers },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'I like tea.' }], ...more }),
  });
}

/** The messages of a user's conversation. */
async function stored(user: string, conversation_id: string): Promise<number> {
  const asked = { workspace: 'default', user, collection: 'default', conversation_id };
  const { messages } = await fleet.host.caller
    .call('conversations', 'history', asked)
    .catch(() => ({ messages: [] as readonly object[] }));
  return messages.length;
}

const path = '/v1/chat/completions';
const conversation = { 'x-agent-mem-conversation': 'c1' };

it('the key comes in a header of its own or in the path, and the upstream gets its own key alone', async () => {
  const key = await newKey('--users', 'ann');
  const refused = await ask(path);
  const message = expect.stringMatching(/^X-Agent-Mem-Key: must be a key of this fleet/);
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { type: 'unauthenticated', message } }]);
  expect((await ask(path, { 'x-agent-mem-key': 'am_no' })).status).toBe(401);
  expect(upstream.requests).toHaveLength(0);

  expect((await ask(path, { ...conversation, 'x-agent-mem-key': key })).status).toBe(200);
  expect((await ask(`/k/${key}${path}?a=b`, { ...conversation, 'x-agent-mem-conversation': 'c2' })).status).toBe(200);
  for (const { headers, path: asked } of upstream.requests) {
    expect(headers.authorization).toBe('Bearer sk-of-the-upstream');
    expect(JSON.stringify([headers, asked])).not.toContain(key);
  }
  expect(upstream.requests.map((request) => request.path)).toEqual([path, `${path}?a=b`]);
  await expect.poll(() => Promise.all([stored('ann', 'c1'), stored('ann', 'c2')])).toEqual([2, 2]);
});

it('a key that is no longer valid is refused with the reason', async () => {
  const key = await newKey('--users', 'ann');
  await keys('revoke', key.slice(3, 15));
  const refused = await ask(path, { 'x-agent-mem-key': key });
  const message = `X-Agent-Mem-Key: the key ${key.slice(3, 15)} is revoked`;
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { type: 'unauthenticated', message } }]);
});

it('a key in a path is shown by no answer, no log line and no metric', async () => {
  const key = await newKey('--users', 'ann');
  const answers = await Promise.all([
    ask(`/k/${key}${path}`),
    ask(`/k/${key}/v1/nothing`),
    ask(`/k/${key}`),
    ask(`/k/${key}%zz${path}`),
    ask(`/k/${key}/v1/facts/list`),
    fetch(`${fleet.httpUrl}/k/${key}/v1/models`, { method: 'DELETE' }),
    fetch(`${fleet.adminUrl}/k/${key}${path}`, { method: 'POST' }),
    ask(`/k/${key}/v1beta/models/gemini-3:generateContent`),
    ask(`/k/${key}/v1beta/nothing`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 400, 401, 401, 200, 200, 401]);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const metrics = await (await fetch(`${fleet.adminUrl}/metrics`)).text();
  expect([...texts, log, metrics].filter((text) => text.includes(key))).toEqual([]);
});

it("a key of Google's in a query goes to the upstream, and is shown by no answer, no log line and no metric", async () => {
  const key = await newKey('--users', 'ann');
  const query = 'key=sk-of-google';
  const answers = await Promise.all([
    ask(`/k/${key}/v1beta/models/gemini-3:generateContent?${query}`, {}, { contents: [{ parts: [{ text: 'I like tea.' }] }] }),
    ask(`/k/${key}/v1beta/models/gemini-3:countTokens?${query}`),
    ask(`/k/${key}/v1beta/models/gemini-3:nothing?${query}`),
    ask(`/v1beta/models/gemini-3:generateContent?${query}`),
    fetch(`${fleet.httpUrl}/v1beta/models?${query}`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401]);
  const methods = ['countTokens', 'generateContent'];
  expect(upstream.requests.map((request) => request.path).toSorted()).toEqual(
    methods.map((method) => `/v1beta/models/gemini-3:${method}?${query}`),
  );
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const metrics = await (await fetch(`${fleet.adminUrl}/metrics`)).text();
  expect([...texts, log, metrics].filter((text) => text.includes('sk-of-google'))).toEqual([]);
});

it("a user whom the body names is taken where the key may act for it; otherwise it is the key's", async () => {
  const many = await newKey('--users', '*');
  const one = await newKey('--users', 'ann');
  await ask(path, { ...conversation, 'x-agent-mem-key': many }, { user: 'bob' });
  await ask(path, { ...conversation, 'x-agent-mem-key': one }, { user: 'eve' });
  await expect.poll(() => Promise.all([stored('bob', 'c1'), stored('ann', 'c1'), stored('eve', 'c1')])).toEqual([2, 2, 0]);
  expect(upstream.requests.map(({ body }) => JSON.parse(body.toString()).user)).toEqual(['bob', 'eve']);
});

it('a user whose name is too long for memory has none, and not that of default', async () => {
  const many = await newKey('--users', '*');
  const said = (user: string) => ask(path, { ...conversation, 'x-agent-mem-key': many }, { user });
  const tooLong = await said('é'.repeat(257));
  expect([tooLong.status, tooLong.headers.get('x-agent-mem')]).toEqual([200, 'unavailable']);
  expect(log).toContain('user: must be at most 256 characters');
  const signs = '🍵'.repeat(256);
  expect((await said(signs)).headers.get('x-agent-mem')).toBe('nothing');
  await expect.poll(() => stored(signs, 'c1')).toBe(2);
  expect(await stored('default', 'c1')).toBe(0);
});

it('a request that has begun goes on and is stored though its key is revoked meanwhile, and the next is refused', async () => {
  const { promise, resolve: reply } = Promise.withResolvers<void>();
  mayReply = promise;
  const key = await newKey('--users', 'anne');
  const headers = { 'x-agent-mem-key': key, 'x-agent-mem-conversation': 'c1' };
  const answer = ask('/v1/chat/completions', headers);
  await vi.waitFor(() => expect(upstream.requests).toHaveLength(1));
  await keys('revoke', key.split('_')[1] ?? '');
  expect((await ask('/v1/chat/completions', headers)).status).toBe(401);
  reply();
  expect((await answer).status).toBe(200);
  await (await answer).text();
  expect(await stored('anne', 'c1')).toBe(2);
});

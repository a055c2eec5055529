import { gzipSync } from 'node:zlib';
import { errorTypes, newId, OperationError, type OperationFacts, services } from '@agent-mem/contract';
import { problemOf, statusOf } from '@agent-mem/service-kit';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { openGateway } from './open-gateway.ts';
import { scriptedCaller } from './scripted-caller.ts';

const host = '127.0.0.1:8700';

describe('operations over HTTP', () => {
  it('has a route for every operation of the contract but those that only services ask of each other', async () => {
    const all = Object.values(services).flatMap(({ operations }) =>
      Object.values<OperationFacts>(operations).filter(({ internal }) => !internal),
    );
    expect(routes).toHaveLength(all.length);
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/facts/retrieve', '/v1/conversations/append-message', '/v1/working-memory/store-detail']),
    );
    const app = await openGateway(scriptedCaller({}));
    for (const { path } of routes.filter(({ stream }) => !stream)) {
      const response = await app.inject({ method: 'POST', url: path, headers: { host }, payload: {} });
      expect([path, response.statusCode]).toEqual([path, 501]);
    }
  });

  it('hands the body over as it came and answers what the service answers', async () => {
    const caller = scriptedCaller({ answer: async () => ({ facts: [] }) });
    const app = await openGateway(caller);
    const response = await app.inject({
      method: 'POST',
      url: '/v1/facts/retrieve',
      headers: { host },
      payload: { query: 'who is Anne?', top_k: 'three' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ facts: [] });
    expect(caller.asked).toMatchObject([
      {
        service: 'facts',
        operation: 'retrieve',
        request: { query: 'who is Anne?', top_k: 'three' },
        options: { timeoutMs: 10_000, needsEveryMember: true },
      },
    ]);
  });

  it.each(['facts/store', 'agent/invoke'])(
    'refuses a member of %s that stands in the URL, before any service is asked',
    async (path) => {
      const caller = scriptedCaller({ answer: async () => ({}) });
      const app = await openGateway(caller);
      const payload = { content: 'tea' };
      const response = await app.inject({ method: 'POST', url: `/v1/${path}?user=anne`, headers: { host }, payload });
      expect(response.statusCode).toBe(400);
      expect(response.json().error.message).toBe('user: stands in the URL; put it into the body');
      expect(caller.asked).toEqual([]);
    },
  );

  it('hands any JSON values of metadata and of a filter over as texts', async () => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers: { host }, payload });
    await post('/v1/facts/store', { content: 'tea', metadata: { cups: 3 } });
    await post('/v1/facts/retrieve', { query: 'tea', filter: { metadata: [{ key: 'cups', greater_than: 2 }] } });
    expect(caller.asked.map(({ request }) => request)).toEqual([
      { content: 'tea', metadata: { cups: '3' }, metadata_json: '{"cups":3}' },
      { query: 'tea', filter: { metadata: [{ key: 'cups', greater_than: '2' }] } },
    ]);
  });

  it.each([
    ['facts/store', { content: 'tea', user_id: 'bob' }, 'user_id: is not known; did you mean user?'],
    ['facts/store', { content: 'tea', evidence: { quot: 'q' } }, 'evidence.quot: is not known; did you mean quote?'],
    ['graph/purge', { everything: true, user_id: 'x' }, 'user_id: is not known; did you mean user?'],
    ['facts/purge', { everythin: true }, 'everythin: is not known; did you mean everything?'],
    ['graph/update-settings', { settings: { memroy: 'off' } }, 'settings.memroy: is not known; did you mean memory?'],
    ['agent/invoke', { question: 'Who?', memory_enabled: false }, 'memory_enabled: is not known; did you mean enable_memory?'],
  ])('refuses a body of %s with a member that is not known, before any service is asked: %j', async (path, payload, message) => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    for (const accept of ['application/json', 'text/event-stream']) {
      const response = await app.inject({ method: 'POST', url: `/v1/${path}`, headers: { host, accept }, payload });
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toEqual({ type: 'invalid-argument', message, retryable: false });
    }
    expect(caller.asked).toEqual([]);
  });

  it('takes an empty body for the empty object', async () => {
    const caller = scriptedCaller({ answer: async () => ({ facts: [] }) });
    const app = await openGateway(caller);
    await app.inject({ method: 'POST', url: '/v1/facts/list', headers: { host } });
    await app.inject({
      method: 'POST',
      url: '/v1/facts/list',
      headers: { host, 'content-type': 'application/json' },
      payload: '',
    });
    expect(caller.asked.map(({ request }) => request)).toEqual([{}, {}]);
  });

  it('passes the headers on', async () => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await app.inject({
      method: 'POST',
      url: '/v1/facts/store',
      headers: { host, 'idempotency-key': 'key-1', 'x-timeout-ms': '250', traceparent },
      payload: {},
    });
    expect(caller.asked[0]?.options).toMatchObject({ idempotencyKey: 'key-1', timeoutMs: 250, traceparent });
  });

  it('tells idempotency keys apart by their bytes', async () => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const encoding of ['utf8', 'latin1'] as const) {
      // fetch takes a text of Latin-1, and sends a byte for each character.
      const key = Buffer.from('café', encoding).toString('latin1');
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      await fetch(`${url}/v1/facts/store`, { method: 'POST', headers, body: '{}' });
    }
    expect(caller.asked.map(({ options }) => options.idempotencyKey)).toEqual(['cafÃ©', 'café']);
  });

  it('drops a malformed traceparent', async () => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    await app.inject({ method: 'POST', url: '/v1/facts/list', headers: { host, traceparent: 'mine' }, payload: {} });
    expect(caller.asked[0]?.options.traceparent).toBeUndefined();
  });

  it.each(['0', '600001', '1.5', '-1', 'soon', ''])('refuses X-Timeout-Ms "%s"', async (timeout) => {
    const app = await openGateway(scriptedCaller({ answer: async () => ({}) }));
    const response = await app.inject({
      method: 'POST',
      url: '/v1/facts/list',
      headers: { host, 'x-timeout-ms': timeout },
      payload: {},
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({ type: 'invalid-argument', retryable: false });
    expect(response.json().error.message).toMatch(/^X-Timeout-Ms: /);
  });

  it.each(['', 'k'.repeat(257)])('refuses an Idempotency-Key that is empty or too long', async (key) => {
    const app = await openGateway(scriptedCaller({ answer: async () => ({}) }));
    const response = await app.inject({
      method: 'POST',
      url: '/v1/facts/store',
      headers: { host, 'idempotency-key': key },
      payload: {},
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toMatch(/^Idempotency-Key: /);
  });

  it.each(errorTypes)('answers %s with its status', async (type) => {
    const app = await openGateway(
      scriptedCaller({
        answer: async () => {
          throw new OperationError(type, 'It is so');
        },
      }),
    );
    const response = await app.inject({ method: 'POST', url: '/v1/facts/list', headers: { host }, payload: {} });
    expect(response.statusCode).toBe(statusOf[type]);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const error = new OperationError(type, 'It is so');
    expect(response.json()).toEqual(problemOf(error));
    const { retryable } = error;
    expect(response.json()).toMatchObject({
      type: `/docs#${type}`,
      status: response.statusCode,
      detail: 'It is so',
      error: { type, message: 'It is so', retryable },
    });
  });

  it('names a refused field without the operation, which the URL names', async () => {
    const app = await openGateway(
      scriptedCaller({
        answer: async () => {
          throw new OperationError('invalid-argument', 'retrieve.top_k: must be from 1 to 100, got 0');
        },
      }),
    );
    const response = await app.inject({ method: 'POST', url: '/v1/facts/retrieve', headers: { host }, payload: { top_k: 0 } });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toBe('top_k: must be from 1 to 100, got 0');
  });

  it('names operations by their routes', async () => {
    const off = new OperationError('failed-precondition', 'Nothing is written (graph.update_settings turns it on)');
    const app = await openGateway(
      scriptedCaller({
        answer: () => Promise.reject(off),
        // biome-ignore lint/correctness/useYield: it fails before its first frame
        async *frames() {
          throw off;
        },
      }),
    );
    const message = 'Nothing is written (POST /v1/graph/update-settings turns it on)';
    const store = await app.inject({ method: 'POST', url: '/v1/facts/store', headers: { host }, payload: { content: 'c' } });
    expect(store.json().error.message).toBe(message);
    const [url, payload] = ['/v1/agent/invoke', { question: 'Who?' }];
    const invoke = await app.inject({ method: 'POST', url, headers: { host }, payload });
    expect(invoke.json().error.message).toBe(message);
    const headers = { host, accept: 'text/event-stream' };
    const events = await app.inject({ method: 'POST', url, headers, payload });
    expect(events.body).toContain(`"content":${JSON.stringify(message)}`);
  });

  it('keeps the cause of a failure of ours to itself', async () => {
    const app = await openGateway(
      scriptedCaller({
        answer: async () => {
          throw new Error('secret');
        },
      }),
    );
    const response = await app.inject({ method: 'POST', url: '/v1/facts/list', headers: { host }, payload: {} });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('secret');
  });
});

describe('what is no operation', () => {
  it('answers malformed JSON with 400 and the reason', async () => {
    const app = await openGateway(scriptedCaller({}));
    const response = await app.inject({
      method: 'POST',
      url: '/v1/facts/list',
      headers: { host, 'content-type': 'application/json' },
      payload: '{"limit":',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toMatch(/^body: must be JSON/);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])('refuses %s', async (type) => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    const response = await app.inject({
      method: 'POST',
      url: '/v1/facts/list',
      headers: { host, 'content-type': type },
      payload: '{}',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toMatch(/^Content-Type: must be application\/json/);
    expect(caller.asked).toEqual([]);
  });

  it('refuses a compressed body', async () => {
    const app = await openGateway(scriptedCaller({ answer: async () => ({}) }));
    const headers = { host, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const payload = gzipSync('{"content":"tea"}');
    const response = await app.inject({ method: 'POST', url: '/v1/facts/store', headers, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toMatch(/^Content-Encoding: must be identity, got "gzip"/);
  });

  it('refuses a body over the limit', async () => {
    const app = await openGateway(scriptedCaller({ answer: async () => ({}) }));
    const payload = { content: 'x'.repeat(1024 * 1024) };
    const response = await app.inject({ method: 'POST', url: '/v1/facts/store', headers: { host }, payload });
    expect(response.statusCode).toBe(413);
    expect(response.json().error).toMatchObject({ type: 'out-of-range', message: 'body: must have at most 1048576 bytes' });
  });

  it.each([
    ['POST', '/v1/facts/retreive', /: there is no such route; did you mean \/v1\/facts\/retrieve\?$/],
    ['POST', '/v1/fact/store', /did you mean \/v1\/facts\/store\?$/],
    ['POST', '/v1/memory/store', /routes are POST/],
    [
      'POST',
      '/v1/graph/sing',
      /graph has \/v1\/graph\/get, \/v1\/graph\/neighbours, .*update-settings, \S*prune, \S*create-node, \S*merge-entities, \S*split-entity$/,
    ],
    ['POST', '/v2', /routes are POST \/v1\/<service>\/<operation>; GET \/docs describes each$/],
    ['GET', '/v1/working-memory', /working-memory has /],
    ['GET', '/v1/facts/fact_1/history', /facts has /],
  ] as const)('answers %s %s with 404 and what there is', async (method, url, sentence) => {
    const app = await openGateway(scriptedCaller({}));
    const response = await app.inject({ method, url, headers: { host } });
    expect(response.statusCode).toBe(404);
    expect(response.json().error).toMatchObject({ type: 'not-found', message: expect.stringMatching(sentence) });
  });

  it.each([
    ['GET', '/v1/facts/retrieve?x=1', 'POST'],
    ['GET', '/v1/conversations/list', 'POST'],
    ['OPTIONS', '/v1/facts/retrieve', 'POST'],
    ['QUERY', '/v1/facts/retrieve', 'POST'],
    ['DELETE', `/v1/facts/${newId('fact')}`, 'GET, HEAD'],
  ] as const)('answers %s %s with 405 and the methods there are', async (method, url, allowed) => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    const response = await app.inject({ method, url, headers: { host } });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allowed]);
    expect(response.json()).toMatchObject({
      type: 'about:blank',
      title: 'Method Not Allowed',
      status: 405,
      error: { type: 'not-found', retryable: false },
    });
    expect(response.json().detail).toContain(`this route takes ${allowed}`);
    expect(caller.asked).toEqual([]);
  });

  it('refuses a web page, on every route', async () => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    for (const headers of [{ host: 'evil.example' }, { host, origin: 'http://evil.example' }]) {
      const response = await app.inject({ method: 'POST', url: '/v1/facts/list', headers, payload: {} });
      expect(response.statusCode).toBe(403);
      expect(response.json().error.type).toBe('permission-denied');
    }
    expect(caller.asked).toEqual([]);
  });
});

import { createKeyStore, type OwnLimits } from '@agent-mem/access';
import { grpcDefinition } from '@agent-mem/contract';
import type { ChatModel } from '@agent-mem/llm';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it, vi } from 'vitest';

async function ask({ httpUrl }: TestFleet, path: string, body: object, key: string | null = null) {
  const response = await fetch(`${httpUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  const { error = null } = (await response.json()) as { error?: { type: string; message: string } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error };
}

/** One call of facts over gRPC; how it ended. */
async function list(
  { grpcUrl }: TestFleet,
  request: object,
  key: string | null = null,
): Promise<Pick<ServiceError, 'code' | 'details' | 'metadata'>> {
  const { List: method } = grpcDefinition('facts');
  if (!method) throw new Error('There is no such rpc');
  const client = new Client(grpcUrl, credentials.createInsecure());
  const metadata = new Metadata();
  if (key !== null) metadata.set('authorization', `Bearer ${key}`);
  try {
    return await new Promise((resolve) => {
      const done = (error: ServiceError | null) => resolve(error ?? { code: status.OK, details: '', metadata });
      client.makeUnaryRequest(method.path, method.requestSerialize, method.responseDeserialize, request, metadata, {}, done);
    });
  } finally {
    client.close();
  }
}

function keyOf({ ports: { graph, clock } }: TestFleet, limits: OwnLimits) {
  const everything = { permissions: ['read', 'write'], workspaces: null, users: null, collections: null } as const;
  return createKeyStore({ graph, clock }).create({ ...everything, name: 'test', expiresAt: null, limits });
}

/** A model that answers nothing until it is released. */
function heldModel() {
  const released = Promise.withResolvers<string>();
  let asked = 0;
  const generate = () => {
    asked += 1;
    return released.promise;
  };
  const model: ChatModel = {
    id: 'held',
    generate,
    async *stream() {
      yield await generate();
    },
  };
  return { model, asked: () => asked, release: () => released.resolve('Final Answer: yes') };
}

describe('what is in flight', () => {
  it('is bounded for one user: one more is refused at once with 503, or UNAVAILABLE, and others are not', async () => {
    const { model, asked, release } = heldModel();
    await using fleet = await startFleet({
      http: true,
      grpc: true,
      chatModel: model,
      environment: { MAX_IN_FLIGHT_PER_SCOPE: '2' },
    });
    const running = [1, 2].map((n) => ask(fleet, '/v1/agent/invoke', { user: 'busy', question: `q${n}` }));
    await vi.waitFor(() => expect(asked()).toBeGreaterThanOrEqual(2));
    const refused = await ask(fleet, '/v1/facts/list', { user: 'busy' });
    expect(refused).toMatchObject({ status: 503, retryAfter: '1', error: { type: 'unavailable' } });
    expect(refused.error?.message).toMatch(/^MAX_IN_FLIGHT_PER_SCOPE: 2 requests of this user/);
    const { code, metadata } = await list(fleet, { user: 'busy' });
    expect([code, metadata.get('grpc-retry-pushback-ms')]).toEqual([status.UNAVAILABLE, ['1000']]);
    expect((await ask(fleet, '/v1/facts/list', { user: 'quiet' })).status).toBe(200);
    expect((await list(fleet, { user: 'quiet' })).code).toBe(status.OK);
    release();
    expect((await Promise.all(running)).map((each) => each.status)).toEqual([200, 200]);
    expect((await ask(fleet, '/v1/facts/list', { user: 'busy' })).status).toBe(200);
  });

  it('is bounded in all: everybody is refused, before a call is read, and health is answered', async () => {
    const { model, asked, release } = heldModel();
    await using fleet = await startFleet({ http: true, grpc: true, chatModel: model, environment: { MAX_IN_FLIGHT: '1' } });
    const running = ask(fleet, '/v1/agent/invoke', { question: 'q' });
    await vi.waitFor(() => expect(asked()).toBeGreaterThanOrEqual(1));
    expect(await ask(fleet, '/v1/facts/list', { user: 'other' })).toMatchObject({ status: 503, retryAfter: '1' });
    expect(await list(fleet, { user: 'other' })).toMatchObject({
      code: status.UNAVAILABLE,
      details: expect.stringMatching(/^MAX_IN_FLIGHT: 1 /),
    });
    for (const url of [fleet.httpUrl, fleet.adminUrl]) expect((await fetch(`${url}/health/live`)).status).toBe(200);
    release();
    await running;
    expect((await ask(fleet, '/v1/facts/list', { user: 'other' })).status).toBe(200);
  });

  it('ends with a stream whose client has left', async () => {
    const { model, asked, release } = heldModel();
    await using fleet = await startFleet({ http: true, chatModel: model, environment: { MAX_IN_FLIGHT_PER_SCOPE: '1' } });
    const left = new AbortController();
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const body = JSON.stringify({ question: 'q' });
    await fetch(`${fleet.httpUrl}/v1/agent/invoke`, { method: 'POST', headers, body, signal: left.signal });
    await vi.waitFor(() => expect(asked()).toBeGreaterThanOrEqual(1));
    expect((await ask(fleet, '/v1/facts/list', {})).status).toBe(503);
    left.abort();
    await vi.waitFor(async () => expect((await ask(fleet, '/v1/facts/list', {})).status).toBe(200), {
      timeout: 10_000,
      interval: 50,
    });
    release();
  });
});

describe('how often a key asks', () => {
  it('is counted over HTTP and gRPC together, and what is refused says which limit, and when to come again', async () => {
    await using fleet = await startFleet({ http: true, grpc: true, environment: { AUTH: 'required', AUDIT_LOG: 'off' } });
    const { text: key } = await keyOf(fleet, { requestsPerMinute: 2 });
    expect((await ask(fleet, '/v1/facts/list', {}, key)).status).toBe(200);
    expect((await list(fleet, {}, key)).code).toBe(status.OK);
    const refused = await ask(fleet, '/v1/facts/list', {}, key);
    expect(refused).toMatchObject({ status: 429, error: { type: 'resource-exhausted' } });
    expect(refused.error?.message).toMatch(
      /^requests_per_minute: this key has asked 2 times in this minute; ask again in \d+ s$/,
    );
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    const call = await list(fleet, {}, key);
    expect([call.code, Number(call.metadata.get('retry-after')[0]) > 0]).toEqual([status.RESOURCE_EXHAUSTED, true]);
    const { text: other } = await keyOf(fleet, {});
    expect((await ask(fleet, '/v1/facts/list', {}, other)).status).toBe(200);
    const metrics = await (await fetch(`${fleet.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/agentmem_refused_total\{door="http",reason="limit"\} 1/);
  });

  it('has the limits of the variables where the key says nothing, and so has a user', async () => {
    const environment = {
      AUTH: 'required',
      AUDIT_LOG: 'off',
      KEY_BATCH: '2',
      KEY_REQUEST_BYTES: '300',
      SCOPE_REQUESTS_PER_DAY: '3',
    };
    await using fleet = await startFleet({ http: true, environment });
    const { text: key } = await keyOf(fleet, {});
    const facts = ['a', 'b', 'c'].map((content) => ({ content }));
    expect((await ask(fleet, '/v1/facts/store-many', { facts }, key)).error?.message).toMatch(
      /^batch: facts of this key has at most 2/,
    );
    expect((await ask(fleet, '/v1/facts/store', { content: 'x'.repeat(400) }, key)).error?.message).toMatch(/^request_bytes: /);
    const { text: large } = await keyOf(fleet, { batch: 0 });
    for (const each of [large, large, key])
      expect((await ask(fleet, '/v1/facts/store-many', { facts: facts.slice(0, each === large ? 3 : 2) }, each)).status).toBe(
        200,
      );
    expect((await ask(fleet, '/v1/facts/list', {}, large)).error?.message).toMatch(
      /^requests_per_day: this user has asked 3 times/,
    );
    expect((await ask(fleet, '/v1/facts/list', { user: 'other' }, large)).status).toBe(200);
  });
});

import { describe, expect, it } from 'vitest';
import { createPulsarAdmin } from '../../src/index.ts';
import { startFakeBroker } from './fake-broker.ts';

const topic = 'persistent://agent-mem/command/facts';

describe('a refusal of the broker', () => {
  it.each([
    [401, 'unauthenticated', false, /HTTP 401, no token \(set PULSAR_TOKEN to a valid token/],
    [403, 'permission-denied', false, /of a role that may do this\)$/],
    [412, 'failed-precondition', false, /GET .*\/stats\S*: HTTP 412, no token$/],
    [429, 'resource-exhausted', true, /HTTP 429/],
    [500, 'internal', false, /HTTP 500/],
    [503, 'unavailable', true, /HTTP 503/],
  ] as const)('%i is %s, with what was asked, the reason and the cure', async (status, type, retryable, message) => {
    await using broker = await startFakeBroker(() => ({ status, body: '{"reason":"no token"}' }));
    const refused = createPulsarAdmin({ url: broker.url }).topics.stats(topic);
    await expect(refused).rejects.toMatchObject({ type, retryable, message: expect.stringMatching(message) });
  });

  it('does not show a page of HTML', async () => {
    await using broker = await startFakeBroker(() => ({ status: 409, body: '<html><title>Error 409</title></html>' }));
    const refused = createPulsarAdmin({ url: broker.url }).schemas.register(topic, '{}');
    await expect(refused).rejects.toMatchObject({ type: 'already-exists', message: expect.not.stringContaining('<') });
  });
});

it('takes "already there" for done', async () => {
  await using broker = await startFakeBroker(({ path }) =>
    path === '/clusters' ? { status: 200, body: '["east","west"]' } : { status: 409, body: '{"reason":"there"}' },
  );
  const admin = createPulsarAdmin({ url: broker.url });
  await admin.tenants.create('agent-mem');
  await admin.namespaces.create('agent-mem/command');
  await admin.topics.create(topic);
  await admin.topics.ensureSubscription(topic, 'facts');
  expect(broker.asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'GET', path: '/clusters', body: null },
    { method: 'PUT', path: '/tenants/agent-mem', body: { adminRoles: [], allowedClusters: ['east', 'west'] } },
    { method: 'PUT', path: '/namespaces/agent-mem/command', body: null },
    { method: 'PUT', path: '/persistent/agent-mem/command/facts', body: null },
    { method: 'PUT', path: '/persistent/agent-mem/command/facts/subscription/facts', body: null },
  ]);
});

it('follows to the broker that owns a topic, with method, body and token', async () => {
  await using owner = await startFakeBroker(() => ({ status: 204 }));
  await using first = await startFakeBroker(({ path }) => ({
    status: 307,
    headers: { location: `${owner.url}/admin/v2${path}?authoritative=true` },
  }));
  await createPulsarAdmin({ url: first.url, token: async () => 'fresh' }).namespaces.grant('agent-mem/event', 'ada', ['produce']);
  const path = '/namespaces/agent-mem/event/permissions/ada?authoritative=true';
  expect(owner.asked).toEqual([{ method: 'POST', path, body: ['produce'], authorization: 'Bearer fresh' }]);
});

it('writes names of any Unicode into paths', async () => {
  await using broker = await startFakeBroker(() => ({ status: 200, body: '[]' }));
  await createPulsarAdmin({ url: broker.url }).topics.subscriptions('persistent://agent-mem/reply/Anneß ?#%');
  expect(broker.asked[0]?.path).toBe('/persistent/agent-mem/reply/Anne%C3%9F%20%3F%23%25/subscriptions');
});

describe('a broker that does not answer', () => {
  it('is unavailable when nothing listens', async () => {
    const broker = await startFakeBroker(() => null);
    await broker[Symbol.asyncDispose]();
    const failed = createPulsarAdmin({ url: broker.url }).checkToken();
    await expect(failed).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
      message: expect.stringContaining(broker.url),
    });
  });

  it('is given up after the time-out', async () => {
    await using broker = await startFakeBroker(() => null);
    const failed = createPulsarAdmin({ url: broker.url, timeoutMs: 20 }).checkToken();
    await expect(failed).rejects.toMatchObject({ type: 'deadline-exceeded', retryable: true });
  });

  it('is left alone when the signal is aborted', async () => {
    const stop = new AbortController();
    await using broker = await startFakeBroker(() => {
      stop.abort();
      return null;
    });
    const failed = createPulsarAdmin({ url: broker.url, signal: stop.signal }).checkToken();
    await expect(failed).rejects.toMatchObject({ type: 'cancelled', retryable: false });
  });
});

it('refuses what is no topic before it asks', async () => {
  await expect(createPulsarAdmin({ url: 'http://127.0.0.1:1' }).topics.create('facts')).rejects.toMatchObject({
    type: 'invalid-argument',
    message: `"facts" is no topic of Pulsar's`,
  });
});

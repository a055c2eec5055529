import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

async function post(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for.
  return { status: response.status, type: response.headers.get('content-type'), body: (await response.json()) as any };
}

it('an error is a problem that holds the error, and a text that is too long answers 413', verifies('http.problem'), async () => {
  await using fleet = await startFleet({ http: true });
  const url = `${fleet.httpUrl}/v1/facts/store`;
  const blank = await post(url, { content: ' ' });
  expect(blank).toEqual({
    status: 400,
    type: 'application/problem+json; charset=utf-8',
    body: {
      type: '/docs#invalid-argument',
      title: 'Invalid argument',
      status: 400,
      detail: 'content: must not be blank',
      error: { type: 'invalid-argument', message: 'content: must not be blank', retryable: false },
    },
  });
  const long = await post(url, { content: 'x'.repeat(65_537) });
  expect([long.status, long.body.error.type, long.body.error.subtype]).toEqual([413, 'out-of-range', 'too-long']);
  const page = await (await fetch(`${fleet.httpUrl}/docs`)).text();
  expect(page).toContain('id="out-of-range"');
  expect((await fetch(`${fleet.httpUrl}/v1/facts/%zz`)).headers.get('content-type')).toMatch(/^application\/problem\+json/);
});

it('what has an id is read by it, in its scope alone', verifies('http.read'), async () => {
  await using fleet = await startFleet({ http: true });
  const { body: stored } = await post(`${fleet.httpUrl}/v1/facts/store`, { content: 'The lake is frozen', user: 'ada' });
  const read = (path: string) => fetch(`${fleet.httpUrl}/v1/${path}`);
  const answer = await read(`facts/${stored.fact_id}?user=ada`);
  expect([answer.status, ((await answer.json()) as { fact: { content: string } }).fact.content]).toEqual([
    200,
    'The lake is frozen',
  ]);
  expect((await read(`graph/${stored.fact_id}?user=ada`)).status).toBe(200);
  expect((await read(`facts/${stored.fact_id}`)).status).toBe(404);
  await post(`${fleet.httpUrl}/v1/conversations/append-message`, { conversation_id: 'a/b', role: 'user', content: 'Hello' });
  expect((await read(`conversations/${encodeURIComponent('a/b')}`)).status).toBe(200);
});

it('the OpenAPI document names the members that answers have', verifies('http.openapi'), async () => {
  await using fleet = await startFleet({ http: true });
  // biome-ignore lint/suspicious/noExplicitAny: a document is JSON of any depth.
  const { paths, components } = (await (await fetch(`${fleet.httpUrl}/openapi.json`)).json()) as any;
  for (const [path, request] of [
    ['/v1/facts/store', { content: 'The lake is frozen' }],
    ['/v1/facts/list', {}],
    ['/v1/graph/get-settings', {}],
    ['/v1/agent/invoke', { question: 'Is the lake frozen?' }],
  ] as const) {
    const { body } = await post(`${fleet.httpUrl}${path}`, request);
    const { $ref } = paths[path].post.responses[200].content['application/json'].schema;
    expect([path, Object.keys(body).toSorted()]).toEqual([path, components.schemas[$ref.split('/').at(-1)].required.toSorted()]);
  }
});

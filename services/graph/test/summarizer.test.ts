import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test, vi } from 'vitest';

const schema = JSON.parse(readFileSync(new URL('../../../docs/reference/summarizer.schema.json', import.meta.url), 'utf8'));
const fitsRequest = new Ajv2020().compile({ ...schema.$defs.Request, $schema: schema.$schema });

interface Asked {
  readonly body: string;
  readonly signature: string | undefined;
}

/** A summarising service of somebody else. */
async function summarizer(answer: (asked: Asked, count: number) => { readonly status: number; readonly body?: string }) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const signature = request.headers['x-agent-mem-signature'];
      const one = { body, signature: typeof signature === 'string' ? signature : undefined };
      asked.push(one);
      const { status, body: reply = '' } = answer(one, asked.length);
      response.writeHead(status, { 'content-type': 'application/json' }).end(reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/summarize`;
  return {
    asked,
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const reply = { summary_content: 'Anne drinks tea and Bob brews beer.', generating_model: 'somebody-1' };

async function started(url: string, more: Readonly<Record<string, string>> = {}) {
  return startFleet({ services: ['graph', 'facts'], environment: { SUMMARIZER_URL: url, ...more } });
}

async function triggered({ caller: { call } }: TestFleet) {
  const facts = ['Anne drinks tea', 'Bob brews beer'].map((content) => call('facts', 'store', { content }));
  const ids = (await Promise.all(facts)).map(({ fact_id }) => fact_id);
  const { job_id, node_ids } = await call('graph', 'trigger_compaction', { node_ids: ids });
  return { ids: node_ids, job_id };
}

async function ended({ caller: { call } }: TestFleet, job_id: string) {
  return vi.waitFor(async () => {
    const { job } = await call('graph', 'get_job', { job_id });
    expect(['done', 'failed']).toContain(job?.status);
    return job;
  });
}

const statusesOf = ({ caller: { call } }: TestFleet, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await call('graph', 'get', { id })).node?.status));

test('a service of one’s own is sent what is to be summarised, signed, and answers the summary', async () => {
  await using service = await summarizer(() => ({ status: 200, body: JSON.stringify(reply) }));
  await using fleet = await started(service.url, { SUMMARIZER_SECRET: 'between us' });
  const { ids, job_id } = await triggered(fleet);
  expect(await ended(fleet, job_id)).toMatchObject({ status: 'done', result: { generating_model: 'somebody-1' } });
  expect(await statusesOf(fleet, ids)).toEqual(['ARCHIVED', 'ARCHIVED']);
  const [{ body, signature } = { body: '', signature: '' }] = service.asked;
  const sent = JSON.parse(body);
  expect(sent).toMatchObject({ job_id, workspace: 'default', user: 'default', collection: 'default' });
  expect(fitsRequest(sent)).toBe(true);
  expect(sent.nodes.map((node: { id: string }) => node.id)).toEqual(ids);
  expect(sent.nodes[0]).toMatchObject({ kind: 'Fact', role: 'fact', content: expect.stringMatching(/Anne|Bob/) });
  const [, at, hmac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  expect(hmac).toBe(createHmac('sha256', 'between us').update(`${at}.${body}`).digest('hex'));
});

test('one that takes the nodes sends the summary later, once; stray and repeated calls change nothing', async () => {
  await using service = await summarizer(() => ({ status: 202 }));
  await using fleet = await started(service.url);
  const { call } = fleet.caller;
  const { ids, job_id } = await triggered(fleet);
  await vi.waitFor(() => expect(service.asked).toHaveLength(1));
  const summary = { summary_content: reply.summary_content, generating_model: 'somebody-1' };
  const [first = '', second = ''] = ids;
  for (const [original_node_ids, named, type] of [
    [[first], null, 'not-found'],
    [[first], job_id, 'invalid-argument'],
    [[first, second, 'fact_x'], job_id, 'invalid-argument'],
    [ids, 'job_01890a5d-ac96-774b-bcce-b302099a8057', 'not-found'],
  ] as const)
    await expect(
      call('graph', 'create_summary_node', { ...summary, original_node_ids: [...original_node_ids], job_id: named }),
    ).rejects.toMatchObject({ type });
  expect(await statusesOf(fleet, ids)).toEqual(['ACTIVE', 'ACTIVE']);

  // Bound by exactly its nodes, in any order.
  const asked = { ...summary, original_node_ids: [second, first] };
  const made = await call('graph', 'create_summary_node', asked);
  expect(made).toMatchObject({ status: 'success', summary_node_id: expect.stringMatching(/^sum_/) });
  expect(await ended(fleet, job_id)).toMatchObject({ status: 'done' });
  const other = { ...asked, summary_content: 'Something else' };
  expect(await call('graph', 'create_summary_node', other)).toMatchObject({ summary_node_id: made.summary_node_id });
  expect(await call('graph', 'create_summary_node', { ...other, job_id })).toMatchObject({
    summary_node_id: made.summary_node_id,
  });
  const { node } = await call('graph', 'get', { id: made.summary_node_id });
  expect(node).toMatchObject({ version: 1, content: reply.summary_content });
});

test('a repeat is answered as it was, though another compaction of the same nodes waits for a summary', async () => {
  await using service = await summarizer(() => ({ status: 202 }));
  await using fleet = await started(service.url);
  const { call } = fleet.caller;
  const { ids, job_id } = await triggered(fleet);
  await call('graph', 'trigger_compaction', { node_ids: [...ids] });
  await vi.waitFor(() => expect(service.asked).toHaveLength(2));
  const asked = { summary_content: reply.summary_content, original_node_ids: [...ids] };
  const made = await call('graph', 'create_summary_node', { ...asked, job_id });
  expect(await call('graph', 'create_summary_node', asked)).toEqual(made);
  expect(await statusesOf(fleet, ids)).toEqual(['ARCHIVED', 'ARCHIVED']);
});

test.each([
  ['refuses', { status: 400 }, 'The summariser answered 400: nothing is archived'],
  ['answers no JSON', { status: 200, body: '<html>' }, 'The summariser answered what is no JSON: nothing is archived'],
  [
    'answers no summary',
    { status: 200, body: '{"summary_content":" "}' },
    'The summariser answered no summary_content: nothing is archived',
  ],
])('one that %s leaves the originals, with the reason on the job', async (_what, answer, error) => {
  await using service = await summarizer(() => answer);
  await using fleet = await started(service.url);
  const { ids, job_id } = await triggered(fleet);
  expect(await ended(fleet, job_id)).toMatchObject({ status: 'failed', error });
  expect(await statusesOf(fleet, ids)).toEqual(['ACTIVE', 'ACTIVE']);
});

test('one that is away for a moment is asked again', async () => {
  await using service = await summarizer((_asked, count) =>
    count === 1 ? { status: 503 } : { status: 200, body: JSON.stringify(reply) },
  );
  await using fleet = await started(service.url);
  const { job_id } = await triggered(fleet);
  expect(await ended(fleet, job_id)).toMatchObject({ status: 'done' });
  expect(service.asked).toHaveLength(2);
});

test('one that takes the nodes and sends nothing fails the job in its time; a summary that comes after it changes nothing', async () => {
  await using service = await summarizer(() => ({ status: 202 }));
  await using fleet = await started(service.url, { SUMMARIZER_WAIT_SECONDS: '1' });
  const { ids, job_id } = await triggered(fleet);
  const error = 'The summariser took the nodes and sent no summary within 1 s: nothing is archived';
  expect(await ended(fleet, job_id)).toMatchObject({ status: 'failed', error });
  const late = { summary_content: 'Late', original_node_ids: [...ids], job_id };
  await expect(fleet.caller.call('graph', 'create_summary_node', late)).rejects.toMatchObject({ type: 'failed-precondition' });
  expect(await statusesOf(fleet, ids)).toEqual(['ACTIVE', 'ACTIVE']);
});

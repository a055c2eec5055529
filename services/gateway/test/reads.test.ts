import { newId, tooLong } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';
import { scriptedCaller } from './scripted-caller.ts';

const host = '127.0.0.1:8700';
const fact = newId('fact');
const bare = fact.slice('fact_'.length);
const job = newId('job');
const receipt = newId('rcpt');

describe('reads by id', () => {
  it.each([
    [`/v1/facts/${fact}`, 'facts.get', { fact_id: fact }],
    [`/v1/facts/${bare}`, 'facts.get', { fact_id: bare }],
    [`/v1/facts/${fact}?user=ada&include_deleted=true`, 'facts.get', { fact_id: fact, user: 'ada', include_deleted: true }],
    [`/v1/episodes/${bare}`, 'episodes.get', { episode_id: bare }],
    ['/v1/conversations/a%2Fb%20c?limit=3', 'conversations.get', { conversation_id: 'a/b c', limit: 3 }],
    [`/v1/conversations/${'%F0%9F%91%8D'.repeat(256)}`, 'conversations.get', { conversation_id: '👍'.repeat(256) }],
    [`/v1/graph/${fact}`, 'graph.get', { id: fact }],
    [`/v1/graph/${bare}`, 'graph.get', { id: bare }],
    [`/v1/graph/${job}`, 'graph.get_job', { job_id: job }],
    [`/v1/agent/${receipt}`, 'agent.get_receipt', { receipt_id: receipt }],
    ['/v1/working-memory/cmd_log_7k2p?offset=10', 'working-memory.retrieve_detail', { memory_key: 'cmd_log_7k2p', offset: 10 }],
  ])('GET %s asks %s', async (url, operation, request) => {
    const caller = scriptedCaller({ answer: async () => ({ read: true }) });
    const app = await openGateway(caller);
    const response = await app.inject({ url, headers: { host } });
    expect([response.statusCode, response.json()]).toEqual([200, { read: true }]);
    expect(caller.asked.map((asked) => [`${asked.service}.${asked.operation}`, asked.request])).toEqual([[operation, request]]);
  });

  it.each([
    [`/v1/facts/${fact}?user_id=ada`, 'user_id: is not known; did you mean user?'],
    [`/v1/facts/${fact}?fact_id=${bare}`, 'fact_id: stands in the path already; leave it out of the query'],
    [`/v1/facts/${job}`, `id: must be fact_ and a UUID, got "${job}"`],
  ])('GET %s is refused: %s', async (url, message) => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    const response = await app.inject({ url, headers: { host } });
    expect([response.statusCode, response.json().detail]).toEqual([400, message]);
    expect(caller.asked).toEqual([]);
  });

  it('leave what is none of its type to validation, and pass the headers on', async () => {
    const caller = scriptedCaller({ answer: async () => ({}) });
    const app = await openGateway(caller);
    const url = `/v1/facts/${fact}?include_deleted=yes&user=a&user=b`;
    await app.inject({ url, headers: { host, 'x-timeout-ms': '250' } });
    expect(caller.asked).toMatchObject([
      { request: { fact_id: fact, include_deleted: 'yes', user: ['a', 'b'] }, options: { timeoutMs: 250 } },
    ]);
  });
});

it('a text that is too long is answered with 413', async () => {
  const app = await openGateway(
    scriptedCaller({
      answer: async () => {
        throw tooLong('store.content: must be at most 65536 bytes, got 70000');
      },
    }),
  );
  const response = await app.inject({ method: 'POST', url: '/v1/facts/store', headers: { host }, payload: {} });
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({
    status: 413,
    detail: 'content: must be at most 65536 bytes, got 70000',
    error: { type: 'out-of-range', subtype: 'too-long', retryable: false },
  });
});

import { scriptedChatModel } from '@agent-mem/llm';
import { createLogger } from '@agent-mem/runtime';
import { host } from '@agent-mem/service-kit';
import { startFleet } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { gateway } from '../src/index.ts';

const error = { type: 'unavailable', message: 'The service is stopping; ask again', retryable: true };

it.each([
  ['an answer', 'application/json', JSON.stringify(error), 503],
  ['a stream', 'text/event-stream', JSON.stringify(error), 200],
])('%s that a stop interrupts says so in the shape of our errors', async (_, accept, expected, status) => {
  const scripted = scriptedChatModel([{ hang: true }]);
  await using fleet = await startFleet({ chatModel: scripted, environment: { DRAIN_SECONDS: '1' } });
  const stopping = await host({
    services: [],
    httpPlugins: [gateway],
    ports: fleet.ports,
    environment: {},
    http: { host: '127.0.0.1', port: 0 },
    grpc: null,
    log: createLogger({ level: 'silent' }),
    relay: false,
    drainMs: 50,
  });
  const answer = fetch(`http://127.0.0.1:${stopping.httpAddress?.port}/v1/agent/invoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: '{"question":"Are you there?"}',
  });
  await vi.waitFor(() => expect(scripted.requests).toHaveLength(1));
  await stopping[Symbol.asyncDispose]();
  const response = await answer;
  expect(response.status).toBe(status);
  if (status === 503) expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(await response.text()).toContain(expected);
});

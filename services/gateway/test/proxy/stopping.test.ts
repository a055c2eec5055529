import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger } from '@agent-mem/runtime';
import { host } from '@agent-mem/service-kit';
import { chatEvents, eventText, startEvents, startFleet, startRecordingUpstream, type TestFleet } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { gateway } from '../../src/index.ts';
import { chatBody, user } from './open-proxy.ts';

/** A gateway alone, before the services of this fleet. */
function gatewayBefore({ ports }: TestFleet, { upstream, drainMs }: { upstream: string; drainMs?: number }) {
  return host({
    services: [],
    httpPlugins: [gateway],
    ports,
    environment: { UPSTREAMS: `*=${upstream}` },
    http: { host: '127.0.0.1', port: 0 },
    grpc: null,
    log: createLogger({ level: 'silent' }),
    relay: false,
    ...(drainMs !== undefined && { drainMs }),
  });
}

const ask = (port: number | undefined, stream: boolean) =>
  fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-agent-mem-conversation': 'c1' },
    body: chatBody([user('My tea is sencha.')], { stream }),
  });

it.each([
  [
    'a stream',
    '[DONE]',
    (response: ServerResponse) => {
      startEvents(response);
      response.end(chatEvents('Hello.').map(eventText).join(''));
    },
  ],
  ['a whole reply', 'Hello.', (response: ServerResponse) => response.end('{"choices":[{"message":{"content":"Hello."}}]}')],
])('a stop waits for %s, and its turn is stored', async (kind, end, respond) => {
  using warned = vi.spyOn(process, 'emitWarning');
  const { promise: mayReply, resolve: reply } = Promise.withResolvers<void>();
  await using upstream = await startRecordingUpstream((_, response) => void mayReply.then(() => respond(response)));
  await using fleet = await startFleet();
  const stopping = await gatewayBefore(fleet, { upstream: upstream.url });
  const answer = ask(stopping.httpAddress?.port, kind === 'a stream');
  await vi.waitFor(() => expect(upstream.requests).toHaveLength(1));
  const stopped = stopping[Symbol.asyncDispose]();
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  reply();
  expect(await (await answer).text()).toContain(end);
  await stopped;
  const { messages } = await fleet.caller.call('conversations', 'history', { conversation_id: 'c1' });
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'My tea is sencha.'],
    ['assistant', 'Hello.'],
  ]);
  // Of listeners that nobody takes away, which an operator would find in the log.
  expect(warned).not.toHaveBeenCalled();
});

it('a reply that outlasts the drain is refused as what the service stops for', async () => {
  await using upstream = await startRecordingUpstream(() => undefined);
  await using fleet = await startFleet();
  const stopping = await gatewayBefore(fleet, { upstream: upstream.url, drainMs: 50 });
  const answer = ask(stopping.httpAddress?.port, false);
  await vi.waitFor(() => expect(upstream.requests).toHaveLength(1));
  await stopping[Symbol.asyncDispose]();
  expect((await answer).status).toBe(503);
  expect(await (await answer).text()).toContain('The service is stopping; ask again');
});

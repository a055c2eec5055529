import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { chatEvents, eventText, startEvents, startRecordingUpstream, turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openGateway } from '../open-gateway.ts';
import { scriptedCaller } from '../scripted-caller.ts';
import { chatBody, user } from './open-proxy.ts';

const turns = 100;

it.each([
  ['a whole reply', '"}}]}', (response: ServerResponse) => response.end('{"choices":[{"message":{"content":"Hello."}}]}')],
  // The upstream leaves its connection open: the end of the stream is its last event.
  [
    'a stream',
    '[DONE]',
    (response: ServerResponse) => {
      startEvents(response);
      response.write(chatEvents('Hello.').map(eventText).join(''));
    },
  ],
  [
    'a stream that breaks off',
    'terminated',
    (response: ServerResponse) => {
      startEvents(response);
      response.write(chatEvents('Hello.').slice(0, 2).map(eventText).join(''), () => response.destroy());
    },
  ],
])('the end of %s comes when its turn is stored', async (kind, end, respond) => {
  const order: string[] = [];
  const caller = scriptedCaller({
    async answer({ operation, request }) {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      if (operation === 'append_message') order.push((request as { role: string }).role);
      return {};
    },
  });
  await using upstream = await startRecordingUpstream((_, response) => void respond(response));
  const app = await openGateway(caller, { clock: turnedClock(), upstreams: `*=${upstream.url}` });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const body = chatBody([user('My tea is sencha.')], { stream: kind !== 'a whole reply' });
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  let text = '';
  try {
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes(end)) break;
    }
  } catch (error) {
    text += String(error);
  }
  expect(text).toContain(end);
  order.push('answered');
  expect(order).toEqual(['user', 'assistant', 'answered']);
  await app.close();
});

it('a stream is asked for when the turn of its user is stored, before that can be found', async () => {
  const found = Promise.withResolvers<object>();
  const caller = scriptedCaller({
    async answer({ operation, options }) {
      if (operation !== 'append_message') return {};
      options.accepted?.();
      return found.promise;
    },
  });
  await using upstream = await startRecordingUpstream((_, response) => {
    startEvents(response);
    response.end(chatEvents('Hello.').map(eventText).join(''));
    found.resolve({});
  });
  const app = await openGateway(caller, { clock: turnedClock(), upstreams: `*=${upstream.url}` });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: chatBody([user('My tea is sencha.')], { stream: true }),
    headers: { 'content-type': 'application/json' },
  });
  expect(await answer.text()).toContain('[DONE]');
  await app.close();
});

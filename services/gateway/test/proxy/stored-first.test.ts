import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '@agent-mem/messaging';
import { chatEvents, eventText, startEvents, startRecordingUpstream, turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
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

describe('a stream', () => {
  /** Asks for one with this caller; the upstream begins when `replies` resolves. Answers the whole reply's text. */
  async function asked(caller: Caller, replies: (() => Promise<void>) | null, order: string[]): Promise<string> {
    await using upstream = await startRecordingUpstream(async (_, response) => {
      order.push('asked');
      await replies?.();
      startEvents(response);
      response.end(chatEvents('Hello.').map(eventText).join(''));
    });
    const app = await openGateway(caller, { clock: turnedClock(), upstreams: `*=${upstream.url}` });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body: chatBody([user('My tea is sencha.')], { stream: true }),
      headers: { 'content-type': 'application/json' },
    });
    const text = await answer.text();
    await app.close();
    return text;
  }

  it('is asked for when the turn of its user is stored, which is made findable when the reply begins', async () => {
    const order: string[] = [];
    const caller = scriptedCaller({
      async answer({ operation, options }) {
        if (operation !== 'append_message') return {};
        order.push('stored');
        await options.accepted?.();
        order.push('found');
        return {};
      },
    });
    const replies = async () => {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      order.push('begins');
    };
    expect(await asked(caller, replies, order)).toContain('[DONE]');
    // The last two are the assistant's.
    expect(order).toEqual(['stored', 'asked', 'begins', 'found', 'stored', 'found']);
  });

  it('is asked for when memory has answered, and the turn of its user is stored after that', async () => {
    const order: string[] = [];
    const caller = scriptedCaller({
      async answer({ operation, request }) {
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        order.push(operation === 'append_message' ? (request as { role: string }).role : operation);
        return {};
      },
    });
    expect(await asked(caller, null, order)).toContain('[DONE]');
    // What is learned of a turn is no part of its own block.
    expect(order).toEqual(['recall', 'user', 'asked', 'assistant']);
  });

  it('has the turn of its user stored though the one before it cannot be found yet', async () => {
    const both = Promise.withResolvers<void>();
    let stored = 0;
    const caller = scriptedCaller({
      async answer({ operation, options, request }) {
        if (operation !== 'append_message') return {};
        if ((request as { role: string }).role === 'user') stored += 1;
        if (stored === 2) both.resolve();
        await options.accepted?.();
        return {};
      },
    });
    await using upstream = await startRecordingUpstream(async (_, response) => {
      await both.promise;
      startEvents(response);
      response.end(chatEvents('Hello.').map(eventText).join(''));
    });
    const app = await openGateway(caller, { clock: turnedClock(), upstreams: `*=${upstream.url}` });
    const ask = (words: string) =>
      app.inject({
        method: 'POST',
        url: '/v1/chat/completions',
        headers: { 'content-type': 'application/json', 'x-agent-mem-conversation': 'c1' },
        payload: chatBody([user(words)], { stream: true }),
      });
    const answers = await Promise.all(['My tea is sencha.', 'My cup is blue.'].map(ask));
    expect(answers.map(({ body }) => body.includes('[DONE]'))).toEqual([true, true]);
    await app.close();
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRequestsFirst } from '@agent-mem/service-kit';
import { modelAnswer, startRecordingUpstream } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openGateway } from '../open-gateway.ts';
import { scriptedCaller } from '../scripted-caller.ts';
import { chatBody, user } from './open-proxy.ts';

const turns = 10;

it.each([{}, { 'x-agent-mem': 'off' }])('what is learned waits until the upstream has answered, with %j', async (more) => {
  const first = createRequestsFirst({ mostMs: 2 ** 30, share: 1, mostRestMs: 0 });
  const order: string[] = [];
  await using upstream = await startRecordingUpstream(async (asked, response) => {
    void first.turn().then(() => order.push('learned'));
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    order.push('answered');
    await modelAnswer('Hello.')(asked, response);
  });
  const app = await openGateway(scriptedCaller({}), { requestsFirst: first, upstreams: `*=${upstream.url}` });
  const headers = { 'content-type': 'application/json', ...more };
  const payload = chatBody([user('My tea is sencha.')]);
  const answer = await app.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload });
  expect(answer.statusCode).toBe(200);
  await first.turn();
  expect(order).toEqual(['answered', 'learned']);
  await app.close();
});

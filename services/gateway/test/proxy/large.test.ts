import { once } from 'node:events';
import { request } from 'node:http';
import { modelAnswer, sendJson } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { chatBody, openProxy, user } from './open-proxy.ts';

const path = '/v1/chat/completions';
const headers = { 'content-type': 'application/json', 'x-agent-mem-conversation': 'c1' };
const megabyte = 1_048_576;

it('a body of 10 MB and an answer of 10 MB pass whole; of both the beginning and the end are stored', async () => {
  const text = `begin ${'x'.repeat(10 * megabyte)} end`;
  await using proxy = await openProxy(modelAnswer(text));
  const body = chatBody([user(text)]);
  const answer = await proxy.ask(path, body, headers);
  const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] };
  expect(choices[0]?.message.content === text).toBe(true);
  expect(proxy.upstream.requests[0]?.body.equals(Buffer.from(body))).toBe(true);
  expect(await proxy.stored('c1')).toHaveLength(2);
  for (const { content } of await proxy.stored('c1')) {
    expect(content).toMatch(/^begin x+\n\[…\]\nx+( end)?$/);
    expect(content.length).toBeLessThanOrEqual(65_536);
  }
});

it('a body over PROXY_BODY_MAX_BYTES is refused with the limit', async () => {
  await using proxy = await openProxy(modelAnswer('Hello.'), { environment: { PROXY_BODY_MAX_BYTES: '2000' } });
  const refused = await proxy.ask(path, chatBody([user('x'.repeat(2_000))]), headers);
  const message = 'body: must have at most 2000 bytes';
  expect([refused.status, await refused.json()]).toMatchObject([413, { error: { message } }]);
  expect(proxy.upstream.requests).toHaveLength(0);
});

it('a reader who stops reading stops the upstream, and nothing is held for him', async () => {
  let written = 0;
  let isBlocked = false;
  await using proxy = await openProxy(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const piece = Buffer.from(`: ${'x'.repeat(megabyte)}\n\n`);
    while (!response.destroyed && written < 500) {
      written += 1;
      if (response.write(piece)) continue;
      isBlocked = true;
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  });
  const asking = request(`${proxy.fleet.httpUrl}${path}`, { method: 'POST', headers });
  asking.end(chatBody([user('hi')], { stream: true }));
  const [answer] = await once(asking, 'response');
  answer.pause();
  await expect.poll(() => isBlocked).toBe(true);
  // What the sockets of both connections hold, and no more.
  expect(written).toBeLessThan(100);
  asking.destroy();
  await expect.poll(() => proxy.upstream.connections).toBe(0);
});

it('an answer that is no answer of the wire passes as it is', async () => {
  await using proxy = await openProxy((_, response) => sendJson(response, { odd: true }));
  const answer = await proxy.ask(path, chatBody([user('hi')]), headers);
  expect([answer.status, await answer.json()]).toEqual([200, { odd: true }]);
});

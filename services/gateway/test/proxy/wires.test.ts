import { modelAnswer } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { openProxy } from './open-proxy.ts';

const like = 'My favourite tea is sencha.';
const ask = 'Which tea is my favourite?';

const asked = [
  { kind: 'a whole reply', end: ' ,"unknown":[1.0,{}]}' },
  { kind: 'a stream', end: ',"stream":true}' },
];

/** Each wire, asked with these words: in the body `before` and `after` stand around the words as a string of JSON. */
const wires = [
  {
    wire: 'chat completions',
    path: '/v1/chat/completions',
    before: '{ "model":"m","messages":[ {"role":"user","content":"',
    after: '"} ]',
  },
  {
    wire: 'messages',
    path: '/v1/messages',
    before: '{"max_tokens":1e2,"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"',
    after: '","cache_control":{"type":"ephemeral"}}]}]',
  },
  { wire: 'responses', path: '/v1/responses', before: '{"model":"m", "input":"', after: '"' },
];
const content = {
  wire: 'generateContent',
  before: '{"contents":[ {"parts":[{"text":"<session_context>x</session_context>"},{ "text":"',
  after: '"}],"role":"user"}]',
  end: ' ,"generationConfig":{"temperature":1.0}}',
};
const cases = [
  ...wires.flatMap((wire) => asked.map((each) => ({ ...wire, ...each }))),
  { ...content, kind: 'a whole reply', path: '/v1beta/models/m:generateContent' },
  { ...content, kind: 'a stream', path: '/v1beta/models/m:streamGenerateContent?alt=sse' },
  { ...content, kind: 'a stream of a newer client', path: '/v1/models/m:streamGenerateContent?alt=sse' },
  { ...content, kind: 'a stream as a list', path: '/v1beta/models/m:streamGenerateContent' },
];

describe.each(cases)('$wire, $kind', ({ path, before, after, end }) => {
  const bodyOf = (words: string) => `${before}${words}${after}${end}`;

  it('is passed on byte for byte, and both turns are stored, the user first', async () => {
    await using proxy = await openProxy(modelAnswer('Noted: sencha.'));
    const body = bodyOf('\\u004dy tea is sencha.');
    const answer = await proxy.ask(path, body, { authorization: 'Bearer upstreams-own', 'x-agent-mem-conversation': 'c1' });
    const direct = await fetch(`${proxy.upstream.url}${path}`, { method: 'POST', body });
    const text = (answered: string) => answered.replaceAll(/resp_\d/g, 'resp_');
    expect([answer.status, text(await answer.text())]).toEqual([200, text(await direct.text())]);
    expect(answer.headers.get('content-type')).toBe(direct.headers.get('content-type'));
    expect(answer.headers.get('x-agent-mem')).toBe('nothing');
    const [request] = proxy.upstream.requests;
    expect(request?.body.toString()).toBe(body);
    expect(request?.headers).toMatchObject({ authorization: 'Bearer upstreams-own' });
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-agent-mem'))).toEqual([]);
    expect(await proxy.stored('c1')).toHaveLength(2);
    expect(await proxy.stored('c1')).toMatchObject([
      { role: 'user', content: 'My tea is sencha.' },
      { role: 'assistant', content: 'Noted: sencha.' },
    ]);
  });

  it('has in front of the words what was said in another conversation, and names it', async () => {
    await using proxy = await openProxy(modelAnswer('Noted.'));
    await (await proxy.ask(path, bodyOf(like), { 'x-agent-mem-conversation': 'c1' })).text();
    expect(await proxy.stored('c1')).toHaveLength(2);
    await proxy.fleet.settled();
    const answer = await proxy.ask(path, bodyOf(ask), { 'x-agent-mem-conversation': 'c2' });
    await answer.text();
    const sent = proxy.upstream.requests[1]?.body.toString() ?? '';
    const put = sent.slice(before.length, sent.indexOf(ask));
    expect(sent).toBe(`${before}${put}${ask}${after}${end}`);
    expect(JSON.parse(`"${put}"`)).toMatch(
      /^<agent-mem>\nWhat you remember of this user:\n\[\w+\] .*sencha[\s\S]*<\/agent-mem>\n\n$/,
    );
    expect(answer.headers.get('x-agent-mem')).toBe('recalled');
    expect(answer.headers.get('x-agent-mem-used')).toMatch(/^(fact|msg)_[\w-]+;score=[\d.]+/);
    const receipt_id = answer.headers.get('x-agent-mem-receipt') ?? '';
    expect((await proxy.fleet.caller.call('agent', 'get_receipt', { receipt_id })).receipt?.id).toBe(receipt_id);
    // The block is no part of what is stored.
    expect(await proxy.stored('c2')).toHaveLength(2);
    expect((await proxy.stored('c2'))[0]?.content).toBe(ask);
  });
});

it('what memory has no part in is passed on with its query: models, embeddings, counts of tokens', async () => {
  await using proxy = await openProxy((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ asked: request.path }));
  });
  const body = '{"model":"m","input":"tea"}';
  for (const path of ['/v1/embeddings', '/v1/messages/count_tokens?beta=true', '/v1/responses/input_tokens']) {
    expect(await (await proxy.ask(path, body)).json()).toEqual({ asked: path });
    expect(proxy.upstream.requests.at(-1)?.body.toString()).toBe(body);
  }
  const tokens = `{"input":[${'1,'.repeat(600_000)}1],"model":"m"}`;
  expect(await (await proxy.ask('/v1/embeddings', tokens)).json()).toEqual({ asked: '/v1/embeddings' });
  for (const path of ['/v1/models?limit=2', '/v1/models/gpt-5']) {
    expect(await (await fetch(`${proxy.fleet.httpUrl}${path}`)).json()).toEqual({ asked: path });
  }
});

it('a WebSocket is answered 426, so that its client asks by POST at once', async () => {
  await using proxy = await openProxy(modelAnswer('Hello.'));
  const socket = new WebSocket(`${proxy.fleet.httpUrl.replace('http', 'ws')}/v1/responses`);
  await new Promise((resolve) => socket.addEventListener('error', resolve));
  expect((await fetch(`${proxy.fleet.httpUrl}/v1/responses`)).status).toBe(426);
});

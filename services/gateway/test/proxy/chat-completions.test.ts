import { describe, expect, it } from 'vitest';
import { chatAnswer } from './chat-upstream.ts';
import { assistant, chatBody, openProxy, user } from './open-proxy.ts';

const path = '/v1/chat/completions';
const like = 'My favourite tea is sencha.';
const ask = 'Which tea is my favourite?';

const isStreaming = (more: object) => 'stream' in more;

describe.each([
  ['a whole reply', {}],
  ['a stream', { stream: true }],
])('%s', (_, more) => {
  it('is passed on byte for byte, and both turns are stored, the user first', async () => {
    await using proxy = await openProxy(chatAnswer('Noted: sencha.'));
    const body = `{ "model":"m", "messages":[ {"role":"user","content":"\\u004dy tea is sencha."} ],"unknown":{"a":[1.0,1e3]}${isStreaming(more) ? ',"stream":true' : ''} }`;
    const answer = await proxy.ask(path, body, { authorization: 'Bearer upstreams-own', 'x-agent-mem-conversation': 'c1' });
    const direct = await fetch(`${proxy.upstream.url}${path}`, { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([200, await direct.text()]);
    expect(answer.headers.get('content-type')).toBe(direct.headers.get('content-type'));
    expect(answer.headers.get('x-agent-mem')).toBe('nothing');
    expect(proxy.upstream.requests[0]?.body.toString()).toBe(body);
    expect(proxy.upstream.requests[0]?.headers).toMatchObject({ authorization: 'Bearer upstreams-own' });
    expect(Object.keys(proxy.upstream.requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-agent-mem'))).toEqual([]);
    await expect.poll(() => proxy.stored('c1')).toHaveLength(2);
    expect(await proxy.stored('c1')).toMatchObject([
      { role: 'user', content: 'My tea is sencha.' },
      { role: 'assistant', content: 'Noted: sencha.' },
    ]);
  });

  it('has in front of the words what was said in another conversation, and names it', async () => {
    await using proxy = await openProxy(chatAnswer('Noted.'));
    await (await proxy.ask(path, chatBody([user(like)], more), { 'x-agent-mem-conversation': 'c1' })).text();
    await expect.poll(() => proxy.stored('c1')).toHaveLength(2);
    await proxy.fleet.settled();
    const body = chatBody([{ role: 'system', content: 'Be kind.' }, user([{ type: 'text', text: ask }])], more);
    const answer = await proxy.ask(path, body, { 'x-agent-mem-conversation': 'c2' });
    await answer.text();
    const { messages } = JSON.parse(proxy.upstream.requests[1]?.body.toString() ?? '');
    expect(messages[0]).toEqual({ role: 'system', content: 'Be kind.' });
    expect(messages[1].content[0].text).toMatch(
      /^<agent-mem>\nWhat you remember of this user:\n\[\w+\] .*sencha[\s\S]*<\/agent-mem>\n\nWhich tea is my favourite\?$/,
    );
    expect(answer.headers.get('x-agent-mem')).toBe('recalled');
    expect(answer.headers.get('x-agent-mem-used')).toMatch(/^(fact|msg)_[\w-]+;score=[\d.]+/);
    const receipt = await proxy.fleet.caller.call('agent', 'get_receipt', {
      receipt_id: answer.headers.get('x-agent-mem-receipt') ?? '',
    });
    expect(receipt.receipt?.id).toBe(answer.headers.get('x-agent-mem-receipt'));
    // The block is no part of what is stored.
    await expect.poll(() => proxy.stored('c2')).toHaveLength(2);
    expect((await proxy.stored('c2'))[0]?.content).toBe(ask);
  });
});

it('a round of tools and later turns are sent the same block, whatever was learned in between', async () => {
  await using proxy = await openProxy(chatAnswer('Sencha.'), { bus: 'sqlite' });
  const headers = { 'x-agent-mem-conversation': 'c2' };
  await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user is sencha' });
  const asked = async (...messages: object[]) => {
    await (await proxy.ask(path, chatBody(messages), headers)).text();
    return JSON.parse(proxy.upstream.requests.at(-1)?.body.toString() ?? '').messages;
  };
  const [first] = await asked(user(ask));
  expect(first.content).toContain('sencha');
  await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user was once assam' });
  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'w', arguments: '{}' } }],
  };
  const afterTool = await asked(user(ask), call, { role: 'tool', tool_call_id: 'c', content: 'rain' });
  expect(afterTool[0]).toEqual(first);
  const next = await asked(user(ask), assistant('Sencha.'), user('And which tea was it once?'));
  expect(next[0]).toEqual(first);
  expect(next[2].content).toContain('assam');
  await expect.poll(() => proxy.stored('c2')).toHaveLength(5);
  expect((await proxy.stored('c2')).filter(({ content }) => content === ask)).toHaveLength(1);
});

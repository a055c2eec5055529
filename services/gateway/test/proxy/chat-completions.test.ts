import { modelAnswer } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { assistant, chatBody, openProxy, user } from './open-proxy.ts';

const path = '/v1/chat/completions';
const ask = 'Which tea is my favourite?';

it('a round of tools and later turns are sent the same block, whatever was learned in between', async () => {
  await using proxy = await openProxy(modelAnswer('Sencha.'), { bus: 'sqlite' });
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
  expect(await proxy.stored('c2')).toHaveLength(5);
  expect((await proxy.stored('c2')).filter(({ content }) => content === ask)).toHaveLength(1);
});
